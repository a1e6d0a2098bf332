package org.reweave.emulator.stats;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.reweave.reconfig.state.StateReader;
import org.reweave.reconfig.state.StateWriter;

class LatencySeriesTest {
    private record Packet(long time, long network, long total) {}

    private static List<Packet> packets(long seed, long latest) {
        Random random = new Random(seed);
        List<Packet> packets = new ArrayList<>();
        for (int i = 0; i < 2000; i++) {
            long network = random.nextInt(500);
            packets.add(new Packet((long) (random.nextDouble() * latest), network, network + random.nextInt(100)));
        }
        packets.add(new Packet(latest, 1, 1));
        return packets;
    }

    private static LatencySeries series(List<Packet> packets) {
        LatencySeries series = new LatencySeries();
        packets.forEach(packet -> series.record(packet.time(), packet.network(), packet.total()));
        return series;
    }

    private static void assertHolds(LatencySeries series, List<Packet> packets) {
        for (int bin = 0; bin < series.bins(); bin++) {
            long from = bin * series.width();
            List<Packet> here = packets.stream()
                    .filter(packet -> packet.time() >= from && packet.time() < from + series.width())
                    .toList();
            assertThat(series.count(bin)).isEqualTo(here.size());
            assertThat(series.network(bin))
                    .isEqualTo(here.stream().mapToLong(Packet::network).sum());
            assertThat(series.total(bin))
                    .isEqualTo(here.stream().mapToLong(Packet::total).sum());
            assertThat(series.longestNetwork(bin))
                    .isEqualTo(here.stream().mapToLong(Packet::network).max().orElse(0));
            assertThat(series.longestTotal(bin))
                    .isEqualTo(here.stream().mapToLong(Packet::total).max().orElse(0));
        }
    }

    @Test
    void binsHoldTheirPacketsWhateverTheOrder() {
        for (long latest : new long[] {0, 63, 32_767, 32_768, 1_000_000, 123_456_789_012L}) {
            List<Packet> packets = packets(latest, latest);
            LatencySeries series = series(packets);
            assertThat(series.bins()).isLessThanOrEqualTo(LatencySeries.MOST_BINS);
            assertThat(series.width() * LatencySeries.MOST_BINS).isGreaterThan(latest);
            assertHolds(series, packets);
            Collections.shuffle(packets, new Random(7));
            assertHolds(series(packets), packets);
            assertThat(series(packets).width()).isEqualTo(series.width());
        }
    }

    @Test
    void sumsHoldThePacketsOfAll() {
        List<Packet> early = packets(1, 40_000);
        List<Packet> late = packets(2, 900_000);
        List<Packet> all = new ArrayList<>(early);
        all.addAll(late);
        for (List<List<Packet>> order : List.of(List.of(early, late), List.of(late, early))) {
            LatencySeries sum = new LatencySeries();
            order.forEach(packets -> sum.add(series(packets)));
            assertHolds(sum, all);
        }
    }

    @Test
    void aDecodedSeriesGoesOnAsTheOriginal() {
        List<Packet> packets = packets(3, 70_000);
        LatencySeries original = series(packets);
        StateWriter state = new StateWriter();
        original.visit(state);
        LatencySeries copy = new LatencySeries();
        StateReader reader = new StateReader(state.toArray());
        copy.visit(reader);
        reader.end();
        copy.record(500_000, 9, 10);
        packets.add(new Packet(500_000, 9, 10));
        assertHolds(copy, packets);
    }

    @Test
    void binsThatNoSeriesHasAreRefusedAndNotJoinedForHours() {
        StateWriter out = new StateWriter();
        out.value(Integer.MAX_VALUE);
        out.count(1);
        out.values(new long[] {1, 2, 3, 4, 5});

        assertThatThrownBy(() -> new LatencySeries().visit(new StateReader(out.toArray())))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("1 bins of 2 to the power of 2147483647 cycles");
    }
}
