package org.reweave.emulator.link;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.reweave.emulator.state.LongRing;
import org.reweave.emulator.time.Calendar;
import org.reweave.emulator.time.EventQueue;
import org.reweave.reconfig.state.StateReader;
import org.reweave.reconfig.state.StateWriter;

/** From a sender's outbox through a frame's words to the receiver's inbox. */
class OutboxInboxTest {
    /** (kind, stamp) of the records in a frame's words. */
    private static List<List<Long>> records(long[] words) {
        List<List<Long>> records = new ArrayList<>();
        for (int at = 0; at < words.length; at += Wire.words(words[at])) {
            records.add(List.of((long) Wire.kind(words[at]), words[at + 1]));
        }
        return records;
    }

    private static void run(Outbox outbox, int port, long stamp) {
        PacketHeader packet = new PacketHeader();
        packet.stamp = stamp;
        packet.packet = 100 + stamp;
        packet.flits = 4;
        packet.route = Wire.route(1, 2, 0);
        outbox.run(port, packet);
    }

    private static Outbox busy() {
        Outbox outbox = new Outbox(2);
        run(outbox, 0, 3);
        outbox.credit(0, 1, 2, false, 5);
        run(outbox, 0, 9);
        outbox.cut(0, 0, 103, 4);
        outbox.credit(0, 0, 1, false, 9);
        run(outbox, 1, 3);
        return outbox;
    }

    @Test
    void aFrameTakesWhatIsStampedBeforeItsEndKindByKindInTheOrderOfStamps() {
        Outbox outbox = busy();
        assertThat(records(outbox.take(0, 3))).isEmpty();
        assertThat(records(outbox.take(0, 4))).containsExactly(List.of((long) Wire.RUN, 3L));
        assertThat(records(outbox.take(0, 9)))
                .containsExactly(List.of((long) Wire.CREDIT, 5L), List.of((long) Wire.CUT, 4L));
        assertThat(records(outbox.take(0, 10)))
                .containsExactly(List.of((long) Wire.CREDIT, 9L), List.of((long) Wire.RUN, 9L));
        assertThat(outbox.take(0, Long.MAX_VALUE)).isEmpty();
        assertThat(records(outbox.take(1, Long.MAX_VALUE))).containsExactly(List.of((long) Wire.RUN, 3L));
    }

    @Test
    void aCreditWrittenAheadGoesBehindThoseWithEarlierStamps() {
        Outbox outbox = new Outbox(1);
        outbox.credit(0, 0, 16, false, 30);
        outbox.credit(0, 1, 1, false, 12);
        assertThat(records(outbox.take(0, 20))).containsExactly(List.of((long) Wire.CREDIT, 12L));
        assertThat(records(outbox.take(0, 40))).containsExactly(List.of((long) Wire.CREDIT, 30L));
    }

    @Test
    void anAwaitedCreditIsAnEventAlsoIfALaterOneWasWrittenBeforeIt() {
        EventQueue events = new EventQueue();
        Inbox inbox = new Inbox(new int[] {5}, events);
        inbox.awaitCredit(0);
        inbox.channels().credit(inbox.row(0), Wire.creditHead(0, 16, false), 30);
        inbox.channels().credit(inbox.row(0), Wire.creditHead(1, 1, false), 12);
        assertThat(events.firstCycle()).isEqualTo(17);
        assertThat(inbox.nextCredit(0)).isEqualTo(17);
    }

    @Test
    void recordsOfTwoCablesThatArePluggedIntoAPortInTurnKeepApart() {
        EventQueue events = new EventQueue();
        Inbox inbox = new Inbox(new int[] {50, 1}, new int[] {0, 0}, 1, events);
        PacketHeader packet = packet();
        packet.stamp = 60;
        packet.flits = 2;
        inbox.channels()
                .run(inbox.row(1), packet); // the sender on the later cable is ahead of the one on the cable before
        packet.stamp = 0;
        packet.flits = 3;
        inbox.channels().run(inbox.row(0), packet);
        assertThat(arrivals(events)).containsExactly("50:0/" + Wire.RUN, "61:0/" + Wire.RUN);
        PacketHeader arrived = new PacketHeader();
        inbox.takeRun(0, arrived);
        assertThat(arrived.flits).isEqualTo(3);
        inbox.plug(0, 1);
        inbox.takeRun(0, arrived);
        assertThat(arrived.flits).isEqualTo(2);
    }

    @Test
    void aCreditThatIsAwaitedWhenAnotherCableComesIsAnEventOnThatCable() {
        EventQueue events = new EventQueue();
        Inbox inbox = new Inbox(new int[] {5, 5}, new int[] {0, 0}, 1, events);
        inbox.awaitCredit(0);
        inbox.channels().credit(inbox.row(1), Wire.creditHead(0, 16, true), 90);
        assertThat(arrivals(events)).as("the cable is not there yet").isEmpty();
        inbox.plug(0, 1);
        assertThat(arrivals(events)).containsExactly("95:0/" + Wire.CREDIT);
        assertThat(inbox.nextCredit(0)).isEqualTo(95);
    }

    @Test
    void creditsThatNobodyTookAreLostWithTheirCable() {
        Inbox inbox = new Inbox(new int[] {5, 5}, new int[] {0, 0}, 1, new EventQueue());
        inbox.channels().credit(inbox.row(0), Wire.creditHead(0, 16, false), 20);
        inbox.plug(0, 1);
        assertThat(inbox.underWay(0)).isEmpty();
        assertThat(inbox.nextCredit(0)).isEqualTo(EventQueue.NEVER);
    }

    @Test
    void whatIsSentOnAPortTakesTheCableThatIsThere() {
        Outbox outbox = new Outbox(1, 2);
        run(outbox, 0, 10);
        outbox.plug(0, 1);
        run(outbox, 0, 20);
        assertThat(records(outbox.take(0, 100))).containsExactly(List.of((long) Wire.RUN, 10L));
        assertThat(records(outbox.take(1, 100))).containsExactly(List.of((long) Wire.RUN, 20L));
    }

    @Test
    void anythingTakenIsNotTouchedByWhatIsSentLater() {
        Outbox outbox = busy();
        long[] taken = outbox.take(0, 4);
        long[] copy = taken.clone();
        outbox.take(0, 100);
        assertThat(taken).isEqualTo(copy);
    }

    @Test
    void everythingThatWaitsIsTakenHoweverMuch() {
        Outbox outbox = new Outbox(1);
        for (long stamp = 0; stamp < 100; stamp++) {
            run(outbox, 0, stamp);
        }
        assertThat(outbox.take(0, 100)).hasSize(100 * PacketHeader.WORDS);
    }

    @Test
    void aFrameSaysWhichLinkARecordCameOverAndALinkWithoutRecordsLeavesNoTrace() {
        Outbox outbox = busy();
        Frame frame = new Frame();
        for (int round = 0; round < 2; round++) { // a frame that has been taken is as good as new
            List<String> links = new ArrayList<>();
            frame.begin(round);
            for (int port = 0; port < 2; port++) {
                frame.openLink(70 + port, 300 + port);
                outbox.take(port, 4 + 6 * round, frame);
                frame.closeLink();
            }
            frame.forEachLink((member, port, words, from, to) ->
                    links.add(member + "." + port + records(Arrays.copyOfRange(words, from, to))));
            assertThat(frame.number()).isEqualTo(round);
            assertThat(links)
                    .isEqualTo(
                            round == 0
                                    ? List.of("70.300[[2, 3]]", "71.301[[2, 3]]")
                                    : List.of("70.300[[0, 5], [0, 9], [1, 4], [2, 9]]"));
        }
        assertThat(outbox.isWaiting(0)).isFalse();
    }

    @Test
    void everyFieldOfARecordArrives() {
        Outbox outbox = new Outbox(1);
        LongRing smp = new LongRing();
        for (long word = 70; word < 74; word++) {
            smp.add(word);
        }
        outbox.run(0, packet());
        outbox.cut(0, 4, 21, 20);
        outbox.smp(0, 30, smp, 3);
        assertThat(smp.size()).as("an SMP's words are moved, no more").isOne();
        EventQueue events = new EventQueue();
        Inbox inbox = new Inbox(new int[] {5}, events);
        long[] words = outbox.take(0, 100);
        inbox.accept(0, words, 0, words.length, 0);

        PacketHeader arrived = new PacketHeader();
        inbox.takeRun(0, arrived);
        assertThat(arrived).usingRecursiveComparison().isEqualTo(packet());
        assertThat(drained(inbox.others(0, Wire.CUT))).containsExactly(Wire.head(Wire.CUT, 4, 3), 20L, 21L);
        assertThat(drained(inbox.others(0, Wire.SMP))).containsExactly(Wire.head(Wire.SMP, 15, 5), 30L, 70L, 71L, 72L);
        assertThat(inbox.underWay(0)).isEmpty();
        assertThat(arrivals(events)).containsExactly("15:0/" + Wire.RUN, "25:0/" + Wire.CUT, "35:0/" + Wire.SMP);
    }

    private static PacketHeader packet() {
        PacketHeader packet = new PacketHeader();
        packet.lane = 3;
        packet.stamp = 10;
        packet.packet = 11;
        packet.route = 12;
        packet.generated = 13;
        packet.injected = 14;
        packet.marks = 15;
        packet.trail = 16;
        packet.transport = 17;
        return packet;
    }

    private static List<Long> drained(LongRing ring) {
        List<Long> values = new ArrayList<>();
        while (!ring.isEmpty()) {
            values.add(ring.remove());
        }
        return values;
    }

    /** {@code cycle:port/kind}. */
    private static List<String> arrivals(EventQueue events) {
        List<String> all = new ArrayList<>();
        while (events.firstCycle() != EventQueue.NEVER) {
            long key = events.remove();
            assertThat(EventQueue.phase(key)).isEqualTo(EventQueue.ARRIVAL);
            all.add(EventQueue.cycle(key) + ":" + (EventQueue.code(key) >>> 3) + "/" + (EventQueue.code(key) & 7));
        }
        return all;
    }

    @Test
    void arrivalIsStampPlusTheLatencyOfThePortAndArrivalsOfACycleComeByPortAndKind() {
        EventQueue events = new EventQueue();
        Inbox inbox = new Inbox(new int[] {6, 1}, events);
        inbox.awaitCredit(0);
        inbox.awaitCredit(1);
        long[] words = busy().take(0, 100);
        inbox.accept(1, words, 0, words.length, 0);
        inbox.accept(0, words, 0, Wire.CREDIT_WORDS, 0);
        Outbox late = new Outbox(1);
        late.cut(0, 0, 1, 4);
        long[] cut = late.take(0, 5);
        inbox.accept(0, cut, 0, cut.length, 0);
        assertThat(arrivals(events)).containsExactly("4:1/2", "5:1/1", "6:1/0", "10:0/1", "10:1/2", "11:0/0");
    }

    @Test
    void aCreditIsAnEventOnlyWhereTheNextOneIsAwaited() {
        EventQueue events = new EventQueue();
        Inbox inbox = new Inbox(new int[] {6}, events);
        Outbox outbox = new Outbox(1);
        outbox.connect(0, inbox, 0);
        outbox.credit(0, 1, 2, false, 5);
        assertThat(arrivals(events)).as("nobody waits").isEmpty();
        assertThat(inbox.nextCredit(0)).isEqualTo(11);

        inbox.awaitCredit(0);
        inbox.awaitCredit(0);
        outbox.credit(0, 1, 3, false, 7);
        assertThat(arrivals(events)).as("the first one is awaited").containsExactly("11:0/0");
        inbox.creditArrived(0);
        assertThat(Wire.credits(inbox.takeCredit(0))).isEqualTo(2);
        assertThat(Wire.credits(inbox.takeCredit(0))).isEqualTo(3);
        assertThat(inbox.nextCredit(0)).isEqualTo(EventQueue.NEVER);

        inbox.awaitCredit(0);
        outbox.credit(0, 1, 1, false, 9);
        assertThat(arrivals(events)).as("awaited before it is sent").containsExactly("15:0/0");
    }

    @Test
    void onlyTheGivenPartOfTheWordsIsTakenOver() {
        EventQueue events = new EventQueue();
        Inbox inbox = new Inbox(new int[] {1}, events);
        long[] words = busy().take(0, 100);
        inbox.accept(0, words, 2 * Wire.CREDIT_WORDS, 2 * Wire.CREDIT_WORDS + Wire.CUT_WORDS, 0);
        assertThat(arrivals(events)).containsExactly("5:0/" + Wire.CUT);
    }

    @Test
    void whatArrivesBeforeTheReceiversClockIsABrokenPromise() {
        Inbox inbox = new Inbox(new int[] {1, 5}, new EventQueue());
        long[] words = busy().take(1, 100);
        assertThatThrownBy(() -> inbox.accept(1, words, 0, words.length, 9))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("port 2")
                .hasMessageContaining("cycle 8")
                .hasMessageContaining("clock 9");
        inbox.accept(1, words, 0, words.length, 8);
        assertThat(inbox.underWay(1)).hasSize(PacketHeader.WORDS);
    }

    @Test
    void aConnectedPortWritesIntoTheReceiversInboxWithWhatHasWaitedFirst() {
        EventQueue framed = new EventQueue();
        Inbox byFrame = new Inbox(new int[] {6, 4}, framed);
        Outbox sender = busy();
        run(sender, 0, 12);
        long[] words = sender.take(0, 100);
        byFrame.accept(1, words, 0, words.length, 0);

        EventQueue events = new EventQueue();
        Inbox direct = new Inbox(new int[] {6, 4}, events);
        Outbox connected = busy();
        connected.connect(0, direct, 1);
        run(connected, 0, 12);
        assertThat(connected.take(0, 100)).isEmpty();
        assertThat(records(connected.take(1, 100))).containsExactly(List.of((long) Wire.RUN, 3L));
        assertThat(direct.underWay(1)).isEqualTo(byFrame.underWay(1)).isNotEmpty();
        assertThat(arrivals(events)).isEqualTo(arrivals(framed));
    }

    @Test
    void anInboxTellsTheCalendarOfEveryArrivalAndOfPacketsWhenTheyMatter() {
        Calendar calendar = new Calendar(3, 1, 0);
        Inbox inbox = new Inbox(new int[] {5}, new EventQueue());
        ChannelRows island = new ChannelRows(inbox.words(), 1);
        inbox.moveTo(island, 2, 2, 0);
        island.attach(calendar);
        Outbox outbox = new Outbox(1);
        outbox.connect(0, inbox, 0);
        run(outbox, 0, 3);
        inbox.awaitCredit(0);
        outbox.credit(0, 0, 1, false, 7);
        List<String> looks = new ArrayList<>();
        calendar.advance(100, (member, to) -> {
            looks.add(member + " before " + to);
            return EventQueue.NEVER;
        });
        assertThat(looks).containsExactly("2 before 11", "2 before 13");
    }

    @Test
    void whatADeviceHasBeenSentMovesWithItToAnIsland() {
        EventQueue events = new EventQueue();
        Inbox inbox = new Inbox(new int[] {5, 5, 9}, new int[] {0, 1, 0}, 2, events);
        inbox.plug(0, 2);
        inbox.awaitCredit(1);
        Outbox before = new Outbox(2);
        before.connect(0, inbox, 2);
        before.connect(1, inbox, 1);
        for (int stamp = 3; stamp < 40; stamp++) {
            run(before, 0, stamp);
            before.credit(1, 0, 1, false, stamp);
        }
        long[] runs = inbox.underWay(2);
        long[] credits = inbox.underWay(1);

        ChannelRows island = new ChannelRows(0, 1);
        inbox.moveTo(island, 0, 0, 0);
        Outbox after = new Outbox(1);
        after.connect(0, inbox, 2);
        run(after, 0, 40);
        after.take(0, Long.MAX_VALUE);

        assertThat(inbox.underWay(2)).startsWith(runs).hasSize(runs.length + PacketHeader.WORDS);
        assertThat(inbox.underWay(1)).isEqualTo(credits).isNotEmpty();
        assertThat(inbox.nextCredit(1)).isEqualTo(8);
        assertThat(inbox.awaitsCredits()).isTrue();
        assertThat(arrivals(events)).hasSize(38 + 1);
        PacketHeader packet = new PacketHeader();
        inbox.takeRun(0, packet);
        assertThat(packet.stamp).isEqualTo(3);
    }

    /** An outbox whose port 0 leads to port 1 of an inbox with two VLs, in an island whose devices take flits. */
    private static Outbox toIsland(Inbox inbox) {
        inbox.moveTo(new ChannelRows(0, 4), 0, 0, 2);
        Outbox outbox = new Outbox(1);
        outbox.connect(0, inbox, 1);
        return outbox;
    }

    @Test
    void flitsAndSingleCreditsOfAnIslandAreNoEventsButTheSameRecords() {
        EventQueue events = new EventQueue();
        Inbox inbox = new Inbox(new int[] {6, 4}, events);
        Inbox alone = new Inbox(new int[] {6, 4}, new EventQueue());
        Outbox single = new Outbox(1);
        single.connect(0, alone, 1);
        for (Outbox outbox : List.of(toIsland(inbox), single)) {
            outbox.credit(0, 1, 1, false, 2);
            outbox.flit(0, 1, 3);
            outbox.flit(0, 0, 4);
            outbox.credit(0, 0, 1, false, 5);
        }
        assertThat(inbox.underWay(1)).isEqualTo(alone.underWay(1)).hasSize(8);
        assertThat(inbox.underWay(0)).isEmpty();
        assertThat(arrivals(events)).isEmpty();
        assertThat(inbox.nextOnWheel()).isEqualTo(6);
        assertThat(inbox.takeCredits(0)).isEqualTo(0b1000);
        inbox.turnWheel();
        assertThat(inbox.nextOnWheel()).isEqualTo(7);
        assertThat(inbox.takeFlits(0, 4)).isEqualTo(0b1000);
    }

    @Test
    void aCreditDoesNotOvertakeThoseOfTheRing() {
        Inbox inbox = new Inbox(new int[] {6, 4}, new EventQueue());
        Outbox outbox = toIsland(inbox);
        outbox.credit(0, 0, 1, false, 2);
        outbox.credit(0, 1, 1, false, 2);
        outbox.credit(0, 0, 5, true, 2);
        outbox.credit(0, 0, 1, false, 3);
        assertThat(inbox.nextOnWheel()).isEqualTo(6);
        assertThat(inbox.nextCredit(1)).isEqualTo(6);
        inbox.takeCredits(0);
        inbox.turnWheel();
        assertThat(inbox.nextOnWheel()).isEqualTo(EventQueue.NEVER);
        assertThat(Wire.lane(inbox.takeCredit(1))).isEqualTo(1);
        assertThat(Wire.isAbsolute(inbox.takeCredit(1))).isTrue();
        assertThat(inbox.nextCredit(1)).isEqualTo(7);
    }

    @Test
    void aLinkThatIsTooLongForAWheelHasEvents() {
        EventQueue events = new EventQueue();
        Inbox inbox = new Inbox(new int[] {6, 60}, events);
        Outbox outbox = toIsland(inbox);
        outbox.flit(0, 1, 3);
        assertThat(inbox.nextOnWheel()).isEqualTo(EventQueue.NEVER);
        assertThat(arrivals(events)).hasSize(1);
    }

    @Test
    void aLinkCarriesOneFlitACycle() {
        Outbox outbox = toIsland(new Inbox(new int[] {6, 4}, new EventQueue()));
        outbox.flit(0, 1, 3);
        assertThatThrownBy(() -> outbox.flit(0, 0, 3))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("stamped 3");
    }

    @Test
    void anOutboxBelongsToOneIsland() {
        Outbox outbox = new Outbox(2);
        outbox.connect(0, new Inbox(new int[] {5}, new EventQueue()), 0);
        Inbox elsewhere = new Inbox(new int[] {5}, new EventQueue());
        assertThatThrownBy(() -> outbox.connect(1, elsewhere, 0))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("channel 1");
    }

    @Test
    void bothAreRestoredWithWhatTheyHold() {
        Outbox original = busy();
        original.take(0, 4);
        StateWriter out = new StateWriter();
        original.visit(out);
        Outbox restored = new Outbox(2);
        StateReader in = new StateReader(out.toArray());
        restored.visit(in);
        in.end();
        assertThat(restored.take(0, 9)).isEqualTo(original.take(0, 9));

        Inbox inbox = new Inbox(new int[] {1, 1}, new EventQueue());
        long[] words = restored.take(0, 100);
        inbox.accept(0, words, 0, words.length, 0);
        Inbox restoredInbox = new Inbox(new int[] {1, 1}, new EventQueue());
        restoredInbox.restore(0, inbox.underWay(0));
        assertThat(restoredInbox.underWay(0)).isEqualTo(inbox.underWay(0)).isEqualTo(words);
    }
}
