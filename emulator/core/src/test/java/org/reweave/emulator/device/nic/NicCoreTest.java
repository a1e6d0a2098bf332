package org.reweave.emulator.device.nic;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.reweave.emulator.device.Smp;
import org.reweave.emulator.device.Update;
import org.reweave.emulator.device.fabricswitch.Bench;
import org.reweave.emulator.link.TransportWord;
import org.reweave.emulator.link.Wire;
import org.reweave.emulator.stats.Counter;
import org.reweave.emulator.stats.Latencies;

/** One NIC, its cycles worked out by hand. */
class NicCoreTest {
    private static final int OWN_LID = 11;

    private static Bench sending(NicSetup setup) {
        setup.pattern = (nic, counter) -> 2;
        return new Bench(setup.build(), 1);
    }

    private static Bench receiving(NicSetup setup) {
        return new Bench(setup.build(), 1);
    }

    private static long counted(Bench bench, Counter counter) {
        return bench.device().log().counted(counter);
    }

    @Test
    void packetsAreGeneratedFromTheStartAndInjectedOneAfterAnother() {
        Bench bench = sending(new NicSetup()).until(100);
        assertThat(bench.packets(1)).as("generated at 10, 11, 12").containsExactly("0@11", "1@15", "2@19");
        assertThat(counted(bench, Counter.GENERATED)).isEqualTo(3);
        assertThat(counted(bench, Counter.INJECTED)).isEqualTo(3);
        assertThat(counted(bench, Counter.INJECTED_FLITS)).isEqualTo(12);
    }

    @Test
    void aPacketSaysWhoSentItWhereToAndWhen() {
        NicSetup setup = new NicSetup();
        setup.nic = 3;
        setup.lanes = 4;
        setup.level = 2;
        setup.scheme = "ebr";
        Bench bench = sending(setup).until(100);
        assertThat(bench.records(1, Wire.RUN).get(1)).satisfies(words -> {
            assertThat(Wire.lane(words[0])).isEqualTo(2);
            assertThat(Wire.flits(words[0])).isEqualTo(4);
            assertThat(words[2]).as("number of the source and of the packet").isEqualTo(3L << 32 | 1);
            assertThat(words[3]).isEqualTo(Wire.route(13, 14, 2) | Wire.FIRST | Wire.LAST);
            assertThat(words[4]).as("generated").isEqualTo(11);
            assertThat(words[5]).as("injected").isEqualTo(14);
            assertThat(words[8]).as("second of its flow, second message").isEqualTo(TransportWord.ofData(1, 1));
        });
    }

    @Test
    void withoutCreditsForAllOfItAPacketWaitsInTheSendQueue() {
        NicSetup setup = new NicSetup();
        setup.farUnits = 7;
        Bench bench = sending(setup).until(50);
        assertThat(bench.packets(1)).containsExactly("0@11");
        assertThat(bench.device().report().queued()).isEqualTo(2);
        bench.credit(1, 0, 1, 60).until(100);
        assertThat(bench.packets(1)).containsExactly("0@11", "1@61");
    }

    /**
     * Packets of 8 cycles into a queue of 2: the fourth is due at 13, when the queue is full; the queue shrinks at 18,
     * 26, ..
     */
    @Test
    void aFullSendQueuePausesGenerationUntilThereIsRoom() {
        NicSetup setup = new NicSetup();
        setup.packetFlits = 8;
        setup.farUnits = 100;
        setup.sendQueue = 2;
        setup.stop = 28;
        Bench bench = sending(setup).until(100);
        assertThat(bench.records(1, Wire.RUN)).extracting(words -> words[4]).containsExactly(10L, 11L, 12L, 19L, 27L);
    }

    @Test
    void aSourceThatIsSilentGeneratesNothingAndANicWithoutAPatternNeitherDoes() {
        NicSetup setup = new NicSetup();
        setup.pattern = (nic, counter) -> counter == 1 ? 2 : -1;
        assertThat(new Bench(setup.build(), 1).until(100).records(1, Wire.RUN))
                .extracting(words -> words[4])
                .containsExactly(11L);
        assertThat(receiving(new NicSetup()).until(100).packets(1)).isEmpty();
    }

    @Test
    void aPacketIsDeliveredWithItsLastFlitAndItsCreditsGoBack() {
        Bench bench = receiving(new NicSetup());
        bench.packetOn(1, 0, 7, Wire.withOneMoreHop(Wire.withOneMoreHop(Wire.route(OWN_LID, 12, 0))), 4, 30)
                .until(33);
        assertThat(counted(bench, Counter.DELIVERED)).isZero();
        assertThat(bench.device().report().buffered()).isOne();
        bench.until(34);
        assertThat(counted(bench, Counter.DELIVERED)).isOne();
        assertThat(counted(bench, Counter.DELIVERED_FLITS)).isEqualTo(4);
        assertThat(counted(bench, Counter.HOPS)).isEqualTo(2);
        assertThat(counted(bench, Counter.NETWORK_LATENCY))
                .as("injected at 25, delivered at 33")
                .isEqualTo(8);
        assertThat(counted(bench, Counter.TOTAL_LATENCY)).as("generated at 21").isEqualTo(12);
        assertThat(bench.credits(1)).containsExactly("4@35");
    }

    @Test
    void latenciesAreMeasuredOfPacketsGeneratedAfterTheWarmUp() {
        NicSetup setup = new NicSetup();
        setup.measureFrom = 41;
        Bench bench = receiving(setup);
        for (long arrival : new long[] {45, 50, 60}) { // generated at 36, 41, 51
            bench.packet(1, arrival, OWN_LID, 1, arrival);
        }
        bench.until(100);
        NicCore nic = (NicCore) bench.device();
        assertThat(counted(bench, Counter.DELIVERED)).isEqualTo(3);
        assertThat(counted(bench, Counter.MEASURED)).isEqualTo(2);
        assertThat(counted(bench, Counter.MEASURED_TOTAL_LATENCY)).isEqualTo(18);
        assertThat(counted(bench, Counter.TOTAL_LATENCY)).as("all three").isEqualTo(27);
        Latencies latencies = NicCore.latencies(List.of(nic));
        assertThat(latencies.network(100)).isEqualTo(5);
        assertThat(latencies.longestNetwork()).isEqualTo(5);
        assertThat(latencies.longestTotal()).isEqualTo(9);
    }

    @Test
    void aCutPacketTakesItsTimeAndIsDroppedNotDelivered() {
        Bench bench = receiving(new NicSetup())
                .packet(1, 7, OWN_LID, 8, 30)
                .cut(1, 7, 32)
                .packet(1, 8, OWN_LID, 4, 38)
                .until(100);
        assertThat(bench.drops()).containsExactly("cut 7@37");
        assertThat(counted(bench, Counter.DELIVERED)).isOne();
        assertThat(bench.credits(1)).containsExactly("8@39", "4@43");
    }

    @Test
    void aLinkThatGoesDownCutsWhatIsArrivingAndLosesWhatComesLater() {
        NicSetup setup = new NicSetup();
        setup.outages = new long[] {32, 60};
        Bench bench = receiving(setup)
                .packet(1, 7, OWN_LID, 8, 30)
                .packet(1, 8, OWN_LID, 4, 40)
                .packet(1, 9, OWN_LID, 4, 70)
                .until(100);
        assertThat(bench.drops()).containsExactly("cut 7@37", "on-wire 8@40");
        assertThat(counted(bench, Counter.DELIVERED)).isOne();
        assertThat(bench.credits(1)).as("the whole buffer when the link is up").containsExactly("=16@62", "4@75");
    }

    @Test
    void aDeadLinkStopsInjectionUntilTheFarEndHasToldItsSpace() {
        NicSetup setup = new NicSetup();
        setup.outages = new long[] {12, 60};
        Bench bench = sending(setup).absoluteCredit(1, 0, 4, 70).until(100);
        assertThat(bench.packets(1)).containsExactly("0@11", "1@71");
    }

    @Test
    void aPacketForAnotherLidOrInsideAnotherIsABrokenInvariant() {
        Bench wrongLid = receiving(new NicSetup()).packet(1, 7, 12, 4, 30);
        assertThatThrownBy(() -> wrongLid.until(100))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("n0 at cycle 33: port 1")
                .hasMessageContaining("LID 12");
        Bench overlapping =
                receiving(new NicSetup()).packet(1, 7, OWN_LID, 4, 30).packet(1, 8, OWN_LID, 4, 33);
        assertThatThrownBy(() -> overlapping.until(100))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("n0 at cycle 33: port 1")
                .hasMessageContaining("inside another");
    }

    private static Smp notice(long change) {
        Smp smp = new Smp();
        smp.directed(Smp.UPDATE, change, change, new byte[0], Update.NOTICE_WORDS);
        smp.setPayload(0, Update.notice(change));
        return smp;
    }

    @Test
    void aNoticeChangesTheMarksOfLaterPacketsOnceAndEveryCopyIsAnswered() {
        NicSetup setup = new NicSetup();
        setup.scheme = "ebr";
        setup.stop = 40;
        Bench bench = sending(setup).smp(2, notice(1), 14).smp(2, notice(1), 30).until(100);
        assertThat(bench.events())
                .as("whole at 17, one cycle in the agent")
                .containsExactly("request-came@18", "installed@18", "request-came@34");
        assertThat(bench.records(2, Wire.SMP)).extracting(words -> words[1]).containsExactly(19L, 35L);
        assertThat(bench.records(1, Wire.RUN))
                .filteredOn(words -> words[5] < 18)
                .extracting(words -> words[6])
                .containsOnly(0L);
        assertThat(bench.records(1, Wire.RUN))
                .filteredOn(words -> words[5] >= 18)
                .extracting(words -> words[6])
                .containsOnly(1L);
    }

    @Test
    void noticesForTheManagerByLidAreHandedToTheHostPort() {
        Smp trap = new Smp();
        trap.toLid(Smp.TRAP, OWN_LID, 5);
        Bench bench = receiving(new NicSetup()).smp(1, trap, 20).until(100);
        assertThat(bench.records(2, Wire.SMP))
                .extracting(words -> words[1])
                .as("whole at 23, reaction and output a cycle each")
                .containsExactly(25L);
    }
}
