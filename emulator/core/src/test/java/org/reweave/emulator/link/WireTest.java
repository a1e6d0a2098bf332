package org.reweave.emulator.link;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class WireTest {
    @ParameterizedTest
    @CsvSource({
        "0, 0, 0, 0",
        "0xBFFF, 1, 15, 65535",
        "1, 0xBFFF, 0, 1",
        "0xBFFF, 0xBFFF, 15",
        "0xFFFFFF, 0, 0",
        "0, 0xFFFFFF, 0",
        "0, 0, 15",
    })
    void routeFieldsDoNotTouchEachOtherAtTheirExtremes(String destination, String source, int level) {
        int dlid = Integer.decode(destination);
        int slid = Integer.decode(source);
        long route = Wire.route(dlid, slid, level);
        for (int hops = 0; hops <= 255; hops++) {
            assertThat(Wire.destination(route)).isEqualTo(dlid);
            assertThat(Wire.source(route)).isEqualTo(slid);
            assertThat(Wire.level(route)).isEqualTo(level);
            assertThat(Wire.hops(route)).isEqualTo(hops);
            route = Wire.withOneMoreHop(route);
        }
    }

    @ParameterizedTest
    @CsvSource({"0, 0, 2", "3, 15, 65535", "2, 7, 7", "15, 0, 1"})
    void headFieldsDoNotTouchEachOtherAtTheirExtremes(int kind, int lane, int words) {
        long head = Wire.head(kind, lane, words);
        assertThat(Wire.kind(head)).isEqualTo(kind);
        assertThat(Wire.lane(head)).isEqualTo(lane);
        assertThat(Wire.words(head)).isEqualTo(words);
    }

    @ParameterizedTest
    @CsvSource({"0, 1", "15, 65535", "7, 0"})
    void headOfAPacketCarriesItsLength(int lane, int flits) {
        long head = Wire.runHead(lane, flits);
        assertThat(Wire.kind(head)).isEqualTo(Wire.RUN);
        assertThat(Wire.lane(head)).isEqualTo(lane);
        assertThat(Wire.words(head)).isEqualTo(PacketHeader.WORDS);
        assertThat(Wire.flits(head)).isEqualTo(flits);
    }

    @ParameterizedTest
    @CsvSource({"0, 0", "1, 1", "15, 65535", "15, 2147483647"})
    void creditsCarryTheirNumberAndWhetherItIsAbsolute(int lane, int credits) {
        for (boolean absolute : new boolean[] {false, true}) {
            long head = Wire.creditHead(lane, credits, absolute);
            assertThat(Wire.kind(head)).isEqualTo(Wire.CREDIT);
            assertThat(Wire.lane(head)).isEqualTo(lane);
            assertThat(Wire.words(head)).isEqualTo(Wire.CREDIT_WORDS);
            assertThat(Wire.credits(head)).isEqualTo(credits);
            assertThat(Wire.isAbsolute(head)).isEqualTo(absolute);
        }
    }

    @Test
    void layoutIsWhatTheDocumentationSays() {
        assertThat(Wire.route(0x123456, 0x789ABC, 0xD)).isEqualTo(0x000D_789ABC_123456L);
        assertThat(Wire.runHead(5, 0xABCD)).isEqualTo(0xABCD_000952L);
        assertThat(Wire.withOneMoreHop(0)).isEqualTo(1L << 52);
        assertThat(Wire.head(2, 5, 7)).isEqualTo(0x752L);
        assertThat(Wire.creditHead(1, 3, true)).isEqualTo(1L << 62 | 3L << 24 | 0x210L);
    }
}
