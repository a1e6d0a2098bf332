package org.reweave.emulator.journal.format;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.reweave.emulator.governor.Event;
import org.reweave.emulator.journal.JournalRuns;
import org.reweave.emulator.journal.format.JournalRecord.EventBatch;
import org.reweave.emulator.journal.format.JournalRecord.Header;
import org.reweave.emulator.journal.format.JournalRecord.Item;
import org.reweave.emulator.journal.format.JournalRecord.RunEnded;
import org.reweave.emulator.journal.format.JournalRecord.RunStarted;
import org.reweave.emulator.lax.AdmissionRecord;
import org.reweave.emulator.stats.EventKind;
import org.reweave.routing.model.Mix;

class RecordCodecTest {
    private static final Header HEADER = new Header("torus-ümlaut-7", 3, 200);
    private static final String FINGERPRINT = "00ff".repeat(16);

    static Stream<JournalRecord> records() {
        return Stream.of(
                new RunStarted(HEADER, "a = 1\n", -7, "0.1.0", FINGERPRINT, 1_790_000_000_000L),
                new RunStarted(HEADER, "", Long.MIN_VALUE, "", "", Long.MAX_VALUE),
                new RunStarted(HEADER, "by a clock before 1970", 1, "0.1.0", FINGERPRINT, -3_600_000_000L),
                new EventBatch(HEADER, new byte[0]),
                new EventBatch(HEADER, batch(1, 500)),
                new RunEnded(HEADER, "completed", false, "", 120_000, FINGERPRINT, "{\"a\": 1}", "e5".repeat(32)),
                new RunEnded(HEADER, "incomplete", true, "device 5 is broken", 0, "", "x".repeat(200_000), ""));
    }

    private static List<Item> items(long seed, int count) {
        List<Item> items = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            long cycle = i / 3 * 1000L;
            if (i % 10 == 8) {
                items.add(new JournalRecord.Admitted(cycle, i, admissions(seed, i)));
                continue;
            }
            items.add(
                    i % 10 == 9
                            ? new JournalRecord.Cut(i, cycle, FINGERPRINT)
                            : new JournalRecord.Happened(new Event(
                                    cycle,
                                    Mix.below(Mix.mix(seed, i, 0, 0), 100_000),
                                    i,
                                    EventKind.of(i % EventKind.values().length),
                                    Mix.mix(seed, i, 1, 0) >> (i % 64),
                                    i % 2 == 0 ? 0 : Long.MIN_VALUE,
                                    i % 3 == 0 ? 0 : Long.MAX_VALUE,
                                    i % 5 == 0 ? 0 : -1,
                                    i % 7 == 0 ? i : 0,
                                    i % 4 == 0 ? i : 0)));
        }
        return items;
    }

    private static long[] admissions(long seed, int count) {
        long[] records = new long[count * AdmissionRecord.WORDS];
        for (int i = 0; i < count; i++) {
            int bits = (int) Mix.mix(seed, count, i, 0);
            int link = bits & AdmissionRecord.MOST_LINKS - 1;
            records[2 * i] = AdmissionRecord.place((long) i * i * i, link);
            records[2 * i + 1] = AdmissionRecord.value(i % 3 == 0 ? 0 : 1L << i % 44, bits >>> 16);
        }
        return records;
    }

    private static byte[] batch(long seed, int count) {
        return JournalRuns.batch(items(seed, count)).bytes();
    }

    @ParameterizedTest
    @MethodSource("records")
    void everyRecordComesBack(JournalRecord record) {
        byte[] bytes = RecordCodec.encode(record);

        assertThat(RecordCodec.decode(RecordCodec.manifest(record), bytes)).isEqualTo(record);
        assertThat(bytes[0]).as("version").isEqualTo((byte) RecordCodec.VERSION);
    }

    @ParameterizedTest
    @MethodSource("records")
    void aRecordCutShortIsRefused(JournalRecord record) {
        byte[] bytes = RecordCodec.encode(record);
        for (int length = 0; length < Math.min(bytes.length, 300); length++) {
            byte[] part = Arrays.copyOf(bytes, length);
            assertThatThrownBy(() -> RecordCodec.decode(RecordCodec.manifest(record), part))
                    .isInstanceOf(IllegalArgumentException.class);
        }
        byte[] more = Arrays.copyOf(bytes, bytes.length + 1);
        assertThatThrownBy(() -> RecordCodec.decode(RecordCodec.manifest(record), more))
                .hasMessage("its checksum is wrong: bytes were changed or lost");
    }

    @ParameterizedTest
    @MethodSource("records")
    void anyChangedByteIsFound(JournalRecord record) {
        byte[] bytes = RecordCodec.encode(record);
        for (int at = 0; at < Math.min(bytes.length, 300); at++) {
            byte[] changed = bytes.clone();
            changed[at] ^= (byte) (1 << at % 8);
            assertThatThrownBy(() -> RecordCodec.decode(RecordCodec.manifest(record), changed))
                    .isInstanceOf(IllegalArgumentException.class);
        }
    }

    @Test
    void everyItemOfABatchComesBack() {
        for (int seed = 0; seed < 20; seed++) {
            assertThat(new EventBatch(HEADER, batch(seed, 400)).items()).isEqualTo(items(seed, 400));
        }
    }

    @Test
    void aBatchThatIsNotFullTakesTheLongestItem() {
        BatchBuilder builder = new BatchBuilder();
        EventKind last = EventKind.values()[EventKind.values().length - 1];
        Event longest = new Event(
                Long.MAX_VALUE,
                Integer.MAX_VALUE,
                Long.MAX_VALUE,
                last,
                Long.MIN_VALUE,
                Long.MIN_VALUE,
                -1,
                -1,
                Long.MIN_VALUE,
                Long.MAX_VALUE);
        Event other = new Event(
                Long.MIN_VALUE,
                Integer.MAX_VALUE,
                -1,
                last,
                Long.MIN_VALUE,
                Long.MAX_VALUE,
                Long.MIN_VALUE,
                -1,
                Long.MAX_VALUE,
                -1);
        for (int i = 0; !builder.isFull(); i++) {
            builder.event(i % 2 == 0 ? longest : other);
        }

        byte[] bytes = builder.take();
        assertThat(bytes.length).isBetween(BatchBuilder.LIMIT - 100, BatchBuilder.LIMIT);
        assertThat(builder.isEmpty()).isTrue();
        assertThat(BatchReader.items(bytes))
                .contains(new JournalRecord.Happened(longest), new JournalRecord.Happened(other));
    }
}
