package org.reweave.emulator.stats;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.HashSet;
import java.util.Random;
import java.util.Set;
import org.HdrHistogram.IntCountsHistogram;
import org.junit.jupiter.api.Test;
import org.reweave.reconfig.state.StateReader;
import org.reweave.reconfig.state.StateWriter;

class StatsTest {
    private static DeviceLog busy() {
        DeviceLog log = new DeviceLog();
        log.count(Counter.INJECTED);
        log.count(Counter.FLIT_HOPS, 58);
        log.count(Counter.FLIT_HOPS, 58);
        log.step(7, DeviceLog.GRANT, 3, 4);
        log.events().tablesSent(8, 5, 11, 12, 13, true);
        log.drop(9, DropCause.CUT, 77, 2, 5, 41);
        log.discard(10, 21, 78, 3, 6, 42);
        return log;
    }

    private static DeviceLog restored(DeviceLog log) {
        StateWriter out = new StateWriter();
        log.visit(out);
        DeviceLog copy = new DeviceLog();
        copy.events().deviceUp(1);
        StateReader in = new StateReader(out.toArray());
        copy.visit(in);
        in.end();
        return copy;
    }

    @Test
    void eventsAreEightWordsEachInTheOrderOfRecordingAndAreHandedOverOnce() {
        DeviceLog log = busy();
        assertThat(log.collectEvents())
                .containsExactly(
                        8,
                        EventKind.TABLES_SENT.ordinal(),
                        11,
                        12,
                        13,
                        1,
                        0,
                        5,
                        9,
                        EventKind.DROPPED.ordinal(),
                        DropCause.CUT.ordinal(),
                        77,
                        2,
                        5,
                        41,
                        0,
                        10,
                        EventKind.DISCARDED.ordinal(),
                        21,
                        78,
                        3,
                        6,
                        42,
                        0);
        assertThat(log.collectEvents()).isEmpty();
        assertThat(log.eventCount()).as("numbers of events go on").isEqualTo(3);
    }

    @Test
    void dropsAndDiscardsCountOnceEachByCauseAndInTotal() {
        DeviceLog log = busy();
        assertThat(log.counted(Counter.DROPPED)).isEqualTo(2);
        assertThat(log.drops(new long[DropCause.count()])[DropCause.CUT.ordinal()])
                .isOne();
        assertThat(log.drops(new long[DropCause.count()])[DropCause.SCHEME.ordinal()])
                .isOne();
        assertThat(Arrays.stream(log.drops(new long[DropCause.count()])).sum()).isEqualTo(log.counted(Counter.DROPPED));
        assertThat(log.counted(Counter.FLIT_HOPS)).isEqualTo(116);
    }

    @Test
    void aRestoredLogHasEverythingAndGoesOnAlike() {
        DeviceLog log = busy();
        DeviceLog copy = restored(log);
        assertThat(copy.hash()).isEqualTo(log.hash());
        assertThat(copy.counters(new long[Counter.count()])).isEqualTo(log.counters(new long[Counter.count()]));
        assertThat(copy.drops(new long[DropCause.count()])).isEqualTo(log.drops(new long[DropCause.count()]));
        log.events().deviceDown(20);
        copy.events().deviceDown(20);
        assertThat(copy.hash()).isEqualTo(log.hash());
        assertThat(copy.collectEvents()).isEqualTo(log.collectEvents()).hasSize(4 * 8);
        assertThat(copy.eventCount()).isEqualTo(log.eventCount());
    }

    @Test
    void theNumberOfAChangeIsRecordedAndNoPartOfTheHash() {
        DeviceLog plain = new DeviceLog();
        DeviceLog numbered = new DeviceLog();
        plain.events().detected(20, 0, 3, 1, false);
        numbered.events().detected(20, 7, 3, 1, false);
        assertThat(numbered.hash()).isEqualTo(plain.hash());
        assertThat(numbered.collectEvents()).endsWith(7);
        assertThat(plain.collectEvents()).endsWith(0);
    }

    @Test
    void theHashTellsStepsThatDifferInAnyPartOrInTheirOrder() {
        Set<Long> hashes = new HashSet<>();
        int steps = 0;
        for (long cycle = 0; cycle < 10; cycle++) {
            for (int kind = 100; kind < 105; kind++) {
                for (long place = 0; place < 10; place++) {
                    for (long packet = 0; packet < 10; packet++) {
                        DeviceLog log = new DeviceLog();
                        log.step(cycle, kind, place, packet << 32 | 5);
                        hashes.add(log.hash());
                        steps++;
                    }
                }
            }
        }
        assertThat(hashes).hasSize(steps);

        DeviceLog oneWay = new DeviceLog();
        oneWay.step(1, DeviceLog.ARRIVAL, 0, 1);
        oneWay.step(1, DeviceLog.ARRIVAL, 1, 2);
        DeviceLog otherWay = new DeviceLog();
        otherWay.step(1, DeviceLog.ARRIVAL, 1, 2);
        otherWay.step(1, DeviceLog.ARRIVAL, 0, 1);
        assertThat(oneWay.hash()).isNotEqualTo(otherWay.hash());
    }

    @Test
    void everyEventKindFitsItsRecordAndHasALabelOfItsOwn() {
        Set<String> labels = new HashSet<>();
        for (EventKind kind : EventKind.values()) {
            assertThat(kind.arguments()).hasSizeLessThanOrEqualTo(EventRecords.ARGUMENTS);
            assertThat(EventKind.of(kind.ordinal())).isSameAs(kind);
            assertThat(labels.add(kind.label())).isTrue();
        }
    }

    @Test
    void histogramsAreRestoredValueByValue() {
        for (int count : new int[] {0, 1, 5000}) {
            IntCountsHistogram histogram = Histograms.latency();
            Random random = new Random(count);
            for (int i = 0; i < count; i++) {
                histogram.recordValue(random.nextInt(1 << 1 + random.nextInt(24)));
            }
            StateWriter out = new StateWriter();
            Histograms.visit(histogram, out);
            IntCountsHistogram copy = Histograms.latency();
            copy.recordValue(3);
            StateReader in = new StateReader(out.toArray());
            Histograms.visit(copy, in);
            in.end();
            assertThat(copy).isEqualTo(histogram);
            assertThat(copy.getTotalCount()).isEqualTo(count);
        }
    }

    @Test
    void histogramsAnswerPercentilesToTwoDigits() {
        IntCountsHistogram histogram = Histograms.latency();
        for (int latency = 1; latency <= 10_000; latency++) {
            histogram.recordValue(latency);
        }
        assertThat(histogram.getValueAtPercentile(99)).isBetween(9_900L, 9_999L);
        assertThat(histogram.getValueAtPercentile(50)).isBetween(5_000L, 5_050L);
    }
}
