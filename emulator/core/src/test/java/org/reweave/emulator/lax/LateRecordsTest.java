package org.reweave.emulator.lax;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.RepetitionInfo;
import org.junit.jupiter.api.Test;
import org.reweave.emulator.link.Wire;
import org.reweave.routing.model.SeededSequence;

class LateRecordsTest {
    private static final int LATENCY = 10;
    private static final int SMP_CYCLES = 7;

    /** A record as its receiver gets it. */
    private record Arrived(int kind, long cycle, int flits, long id) {}

    private final List<Arrived> arrived = new ArrayList<>();
    private final Drift drift = new Drift();

    private LateRecords link(long... outages) {
        return link(false, outages);
    }

    private LateRecords link(boolean flitByFlit, long... outages) {
        return new LateRecords(
                new LateRecords.Receiver() {
                    @Override
                    public boolean takesFlits() {
                        return flitByFlit;
                    }

                    @Override
                    public int packetCycles(int flits) {
                        return flits;
                    }

                    @Override
                    public int smpCycles(int extraFlits) {
                        return SMP_CYCLES;
                    }

                    @Override
                    public void accept(long[] words, int length) {
                        for (int at = 0; at < length; at += Wire.words(words[at])) {
                            int kind = Wire.kind(words[at]);
                            int flits = kind == Wire.RUN ? Wire.flits(words[at]) : 0;
                            long id = kind == Wire.CREDIT
                                    ? Wire.credits(words[at])
                                    : kind == Wire.FLIT ? Wire.lane(words[at]) : words[at + 2];
                            arrived.add(new Arrived(kind, words[at + 1] + LATENCY, flits, id));
                        }
                    }
                },
                LATENCY,
                outages,
                drift);
    }

    private static long[] run(long stamp, int flits, long id) {
        return new long[] {Wire.runHead(0, flits), stamp, id, Wire.route(1, 2, 0), 0, 0, 0, 0, 0};
    }

    private static long[] flit(long stamp, int lane) {
        return new long[] {Wire.head(Wire.FLIT, lane, Wire.FLIT_WORDS), stamp};
    }

    private static long[] cut(long stamp, long id) {
        return new long[] {Wire.head(Wire.CUT, 0, Wire.CUT_WORDS), stamp, id};
    }

    private static long[] credit(long stamp, int credits) {
        return new long[] {Wire.creditHead(0, credits, false), stamp};
    }

    private static long[] separator(long stamp, long mark) {
        return new long[] {Wire.head(Wire.SEPARATOR, 0, Wire.SEPARATOR_WORDS), stamp, mark};
    }

    private static long[] smp(long stamp, long id) {
        return new long[] {Wire.head(Wire.SMP, 15, Wire.SMP_HEAD_WORDS + 1), stamp, id};
    }

    /** A frame has its records kind by kind. */
    private static long[] frame(long[]... records) {
        List<Long> words = new ArrayList<>();
        for (int kind = 0; kind < Wire.KINDS; kind++) {
            for (long[] record : records) {
                if (Wire.kind(record[0]) == kind) {
                    for (long word : record) {
                        words.add(word);
                    }
                }
            }
        }
        return words.stream().mapToLong(Long::longValue).toArray();
    }

    @Test
    void aFrameInTimeArrivesUnchanged() {
        link().deliver(frame(run(5, 3, 1), credit(6, 2)), 1, 11);

        assertThat(arrived)
                .containsExactlyInAnyOrder(new Arrived(Wire.RUN, 15, 3, 1), new Arrived(Wire.CREDIT, 16, 0, 2));
        assertThat(drift.lateness().count()).isZero();
        assertThat(drift.records()).isEqualTo(2);
    }

    @Test
    void aLatePacketArrivesNowAndTheNextOneBehindItsTail() {
        link().deliver(frame(run(5, 8, 1), run(13, 4, 2), run(40, 4, 3)), 1, 30);

        assertThat(arrived)
                .containsExactly(
                        new Arrived(Wire.RUN, 30, 8, 1),
                        new Arrived(Wire.RUN, 38, 4, 2),
                        new Arrived(Wire.RUN, 50, 4, 3));
        assertThat(drift.lateness().count()).isEqualTo(2);
        assertThat(drift.lateness().max()).isEqualTo(15);
        assertThat(drift.lateness().mean()).isEqualTo(15);
    }

    @Test
    void aPacketInTimeStillWaitsForALateOneBeforeIt() {
        LateRecords link = link();
        link.deliver(frame(run(5, 50, 1)), 1, 40);
        link.deliver(frame(run(55, 4, 2)), 51, 50);

        assertThat(arrived.get(1)).isEqualTo(new Arrived(Wire.RUN, 90, 4, 2));
    }

    @Test
    void creditsDoNotWaitForPacketsTails() {
        link().deliver(frame(run(5, 50, 1), credit(6, 3)), 1, 40);

        assertThat(arrived).containsExactly(new Arrived(Wire.RUN, 40, 50, 1), new Arrived(Wire.CREDIT, 41, 0, 3));
    }

    @Test
    void aSeparatorStaysBetweenItsPackets() {
        link().deliver(frame(run(5, 3, 1), separator(7, 9), run(8, 3, 2)), 1, 40);

        assertThat(arrived)
                .containsExactly(
                        new Arrived(Wire.RUN, 40, 3, 1),
                        new Arrived(Wire.SEPARATOR, 41, 0, 9),
                        new Arrived(Wire.RUN, 43, 3, 2));
    }

    @Test
    void aCutThatComesBeforeThePacketsTailIsHandedOver() {
        LateRecords link = link();
        link.deliver(frame(run(5, 50, 1)), 1, 11);
        link.deliver(frame(cut(20, 1)), 11, 60);

        assertThat(arrived).last().isEqualTo(new Arrived(Wire.CUT, 60, 0, 1));
        assertThat(drift.cutsTooLate()).isZero();
    }

    @Test
    void aCutThatComesAfterThePacketsTailIsLeftOut() {
        LateRecords link = link();
        link.deliver(frame(run(5, 50, 1)), 1, 11);
        link.deliver(frame(cut(20, 1)), 11, 65);

        assertThat(arrived).hasSize(1);
        assertThat(drift.cutsTooLate()).isOne();
    }

    /** Between the flits of a packet there may be any time: the cut comes long after so many cycles as it has flits. */
    @Test
    void aReceiverOfSingleFlitsIsToldOfEveryCut() {
        LateRecords link = link(true);
        link.deliver(frame(run(5, 4, 1), flit(6, 0)), 1, 11);
        link.deliver(frame(cut(40, 1)), 31, 65);

        assertThat(arrived)
                .containsExactly(
                        new Arrived(Wire.RUN, 15, 4, 1),
                        new Arrived(Wire.FLIT, 16, 0, 0),
                        new Arrived(Wire.CUT, 65, 0, 1));
        assertThat(drift.cutsTooLate()).isZero();
    }

    @Test
    void lateFlitsFollowEachOtherAndTheHeadBeforeThemAtTheLinksRate() {
        link(true).deliver(frame(run(5, 3, 1), flit(6, 0), flit(7, 2), smp(8, 4), flit(15, 0)), 1, 30);

        assertThat(arrived)
                .containsExactly(
                        new Arrived(Wire.RUN, 30, 3, 1),
                        new Arrived(Wire.FLIT, 31, 0, 0),
                        new Arrived(Wire.FLIT, 32, 0, 2),
                        new Arrived(Wire.SMP, 33, 0, 4),
                        new Arrived(Wire.FLIT, 40, 0, 0));
    }

    @Test
    void whatWasSentBeforeAnOutageNeverComesAfterIt() {
        link(20, 35).deliver(frame(run(5, 30, 1), run(40, 4, 2)), 1, 30);
        LateRecords other = link(20, 35);
        other.deliver(frame(run(5, 30, 3)), 1, 12);
        other.deliver(frame(run(10, 4, 4), run(41, 4, 5)), 9, 30);

        assertThat(arrived)
                .containsExactly(
                        new Arrived(Wire.RUN, 30, 30, 1),
                        new Arrived(Wire.RUN, 60, 4, 2),
                        new Arrived(Wire.RUN, 15, 30, 3),
                        new Arrived(Wire.RUN, 35, 4, 4),
                        new Arrived(Wire.RUN, 51, 4, 5));
        link(20, 35).deliver(frame(smp(5, 6), smp(6, 7)), 1, 34);
        assertThat(arrived).last().isEqualTo(new Arrived(Wire.SMP, 35, 0, 7));
    }

    /** Frames with records of all kinds, each admitted at a drawn step. */
    @RepeatedTest(50)
    void recordsKeepTheirOrderAndPacketsTheLinksRate(RepetitionInfo repetition) {
        SeededSequence draws = new SeededSequence(repetition.getCurrentRepetition());
        LateRecords link = link();
        List<Arrived> sent = new ArrayList<>();
        long stamp = 1;
        long free = 1;
        long now = 0;
        for (int frame = 0; frame < 40; frame++) {
            long end = (frame + 1) * 10L + 1;
            List<long[]> records = new ArrayList<>();
            while (stamp < end) {
                int kind = draws.below(4);
                long at = stamp;
                if (kind == 0) {
                    records.add(credit(at, sent.size()));
                    sent.add(new Arrived(Wire.CREDIT, at + LATENCY, 0, sent.size()));
                } else if (at >= free && kind == 1) {
                    int flits = 1 + draws.below(15);
                    records.add(run(at, flits, sent.size()));
                    sent.add(new Arrived(Wire.RUN, at + LATENCY, flits, sent.size()));
                    free = at + flits;
                } else if (at >= free && kind == 2) {
                    records.add(smp(at, sent.size()));
                    sent.add(new Arrived(Wire.SMP, at + LATENCY, 0, sent.size()));
                    free = at + SMP_CYCLES;
                } else {
                    records.add(separator(at, sent.size()));
                    sent.add(new Arrived(Wire.SEPARATOR, at + LATENCY, 0, sent.size()));
                }
                stamp += 1 + draws.below(6);
            }
            now = Math.max(now, frame * 10L + 10L * draws.below(4));
            link.deliver(frame(records.toArray(long[][]::new)), frame * 10L + 1, now);
        }

        List<Arrived> ordered = arrived.stream()
                .sorted(Comparator.comparingLong(Arrived::cycle).thenComparingInt(Arrived::kind))
                .toList();
        assertThat(ordered.stream().map(Arrived::id))
                .isEqualTo(sent.stream().map(Arrived::id).toList());
        long busyUntil = 0;
        for (int i = 0; i < sent.size(); i++) {
            Arrived record = ordered.get(i);
            assertThat(record.cycle()).isGreaterThanOrEqualTo(sent.get(i).cycle());
            if (record.kind() == Wire.RUN || record.kind() == Wire.SMP) {
                assertThat(record.cycle()).as("%s", record).isGreaterThanOrEqualTo(busyUntil);
                busyUntil = record.cycle() + (record.kind() == Wire.RUN ? record.flits() : SMP_CYCLES);
            }
        }
        assertThat(drift.records()).isEqualTo(sent.size());
    }
}
