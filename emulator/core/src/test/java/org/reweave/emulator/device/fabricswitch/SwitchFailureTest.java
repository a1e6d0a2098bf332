package org.reweave.emulator.device.fabricswitch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.reweave.emulator.device.fabricswitch.SwitchSetup.lidAt;

import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.reweave.emulator.device.Smp;
import org.reweave.emulator.link.Wire;
import org.reweave.emulator.stats.Counter;
import org.reweave.routing.topology.Sighting;

/**
 * What one switch does with packets that cannot go on: no way, no link, half a packet. A packet of f flits that arrives
 * at a and is given up frees its space when its tail has come, at a + f; its credit is on the link 2 cycles later.
 */
class SwitchFailureTest {
    /** Port {@code port} goes down, up, down, .. at the given cycles. */
    private static SwitchSetup withOutages(int port, long... cycles) {
        SwitchSetup setup = new SwitchSetup();
        setup.outages[port - 1] = cycles;
        return setup;
    }

    @ParameterizedTest(name = "LID {0}")
    @ValueSource(ints = {0, SwitchSetup.OWN_LID, 5, 200, 0xBFFF})
    void aPacketWithoutAWayIsDroppedAndItsSpaceIsFreeWhenItsTailHasCome(int lid) {
        Bench bench = Bench.of(new SwitchSetup())
                .packet(1, 7, lid, 4, 10)
                .packet(1, 8, lidAt(3), 4, 14)
                .until(100);
        assertThat(bench.drops()).containsExactly("unreachable 7@10");
        assertThat(bench.credits(1)).containsExactly("4@16", "4@20");
        assertThat(bench.packets(3)).as("the next one goes").containsExactly("8@15");
    }

    @Test
    void aPacketThatHasCrossedTooManySwitchesIsDropped() {
        long route = Wire.route(lidAt(3), 9, 0);
        for (int hop = 0; hop < new SwitchSetup().hopLimit - 1; hop++) {
            route = Wire.withOneMoreHop(route);
        }
        Bench bench = Bench.of(new SwitchSetup())
                .packetOn(1, 0, 7, route, 4, 10)
                .packetOn(1, 0, 8, Wire.withOneMoreHop(route), 4, 14)
                .until(100);
        assertThat(bench.packets(3)).containsExactly("7@11");
        assertThat(bench.drops()).containsExactly("hop-limit 8@14");
    }

    @Test
    void withoutALimitAPacketGoesOnForEver() {
        long route = Wire.route(lidAt(3), 9, 0);
        for (int hop = 0; hop < 2 * Wire.MOST_HOPS; hop++) {
            route = Wire.withOneMoreHop(route);
        }
        assertThat(Wire.hops(route)).isEqualTo(Wire.MOST_HOPS);
        assertThat(Wire.destination(route)).isEqualTo(lidAt(3));
        SwitchSetup setup = new SwitchSetup();
        setup.hopLimit = 0;
        Bench bench = Bench.of(setup).packetOn(1, 0, 7, route, 4, 10).until(100);
        assertThat(bench.packets(3)).containsExactly("7@11");
        assertThat(bench.drops()).isEmpty();
    }

    @Test
    void aPacketForADeadOutputIsDroppedWhenItIsRouted() {
        SwitchSetup setup = withOutages(3, 5);
        setup.routingDelay = 6;
        Bench bench = Bench.of(setup).packet(1, 7, lidAt(3), 4, 10).until(100);
        assertThat(bench.drops()).containsExactly("dead-output 7@16");
        assertThat(bench.credits(1)).containsExactly("4@19");
    }

    @Test
    void packetsThatWaitForAnOutputAreDroppedWhenItDies() {
        SwitchSetup setup = withOutages(3, 50);
        setup.farUnits = 0;
        Bench bench = Bench.of(setup)
                .packet(1, 7, lidAt(3), 4, 10)
                .packet(2, 8, lidAt(3), 4, 10)
                .packet(1, 9, lidAt(3), 4, 14);
        assertThat(bench.until(100).drops())
                .as("9 comes to the head when 7 has gone")
                .containsExactly("dead-output 7@50", "dead-output 8@50", "dead-output 9@51");
        assertThat(bench.credits(1)).containsExactly("4@53", "4@54");
    }

    @Test
    void theOutputBufferOfADeadPortIsLostAndHasRoomAgainWhenThePortWorks() {
        SwitchSetup setup = withOutages(3, 50, 80);
        setup.farUnits = 0;
        setup.outputBuffer = 8;
        Bench bench = Bench.of(setup);
        for (int i = 0; i < 3; i++) {
            bench.packet(1, i + 1, lidAt(3), 4, 10 + 4 * i);
        }
        bench.absoluteCredit(3, 0, 16, 90).packet(2, 4, lidAt(3), 8, 100).until(200);
        assertThat(bench.drops()).containsExactly("output-lost 1@50", "output-lost 2@50", "dead-output 3@50");
        assertThat(bench.packets(3)).containsExactly("4@101");
    }

    @Test
    void whatArrivesOnADeadPortIsLostOnTheWire() {
        SwitchSetup setup = withOutages(1, 20, 40);
        Bench bench = Bench.of(setup)
                .packet(1, 7, lidAt(3), 4, 20)
                .packet(1, 8, lidAt(3), 4, 39)
                .packet(1, 9, lidAt(3), 4, 40);
        assertThat(bench.until(100).drops()).containsExactly("on-wire 7@20", "on-wire 8@39", "on-wire 9@40");
        bench.packet(1, 10, lidAt(3), 4, 101).until(200);
        assertThat(bench.packets(3)).containsExactly("10@102");
        assertThat(bench.device().log().counted(Counter.RUNS_ARRIVED))
                .as("sent and lost also counts as arrived")
                .isEqualTo(4);
    }

    @ParameterizedTest(name = "port down at {0}: cut {1}")
    @CsvSource({"11, 12", "13, 14", "17, 18", "18, none", "19, none"})
    void aPacketOnItsWayThroughIsCutWhileItsFlitsArriveAndTheCutIsPassedOn(long down, String cut) {
        Bench bench =
                Bench.of(withOutages(1, down)).packet(1, 7, lidAt(3), 8, 10).until(100);
        assertThat(bench.packets(3)).containsExactly("7@11");
        assertThat(bench.cuts(3)).isEqualTo(cut.equals("none") ? List.of() : List.of("7@" + cut));
        assertThat(bench.drops()).as("counted where it ends, not here").isEmpty();
        assertThat(bench.credits(1))
                .as("its space is free at 18, when a dead link has nobody to tell")
                .hasSize(down <= 18 ? 0 : 1);
    }

    @Test
    void aPacketThatIsCutBeforeItLeavesIsDroppedHere() {
        for (int outputBuffer : new int[] {0, 8}) {
            SwitchSetup setup = withOutages(1, 13);
            setup.farUnits = 0;
            setup.outputBuffer = outputBuffer;
            Bench bench = Bench.of(setup).packet(1, 7, lidAt(3), 8, 10).until(100);
            assertThat(bench.drops()).as("output buffer %d", outputBuffer).containsExactly("cut 7@13");
            assertThat(bench.cuts(3)).isEmpty();
            bench.credit(3, 0, 16, 150).until(200);
            assertThat(bench.packets(3)).isEmpty();
        }
    }

    @Test
    void aPacketThatIsCutWhileItIsRoutedIsDroppedWhenItsOutputIsKnown() {
        SwitchSetup setup = withOutages(1, 13);
        setup.routingDelay = 6;
        assertThat(Bench.of(setup).packet(1, 7, lidAt(3), 8, 10).until(100).drops())
                .containsExactly("cut 7@16");
    }

    @Test
    void aCutFromUpstreamIsPassedOnAndThePacketKeepsItsSlotOnTheLink() {
        Bench bench = Bench.of(new SwitchSetup())
                .packet(1, 7, lidAt(3), 8, 10)
                .cut(1, 7, 13)
                .packet(2, 8, lidAt(3), 4, 12)
                .until(100);
        assertThat(bench.packets(3)).containsExactly("7@11", "8@19");
        assertThat(bench.cuts(3)).containsExactly("7@14");
        assertThat(bench.credits(1)).as("its space is free as if it were whole").containsExactly("8@20");
    }

    /** The next switch refuses the cut of a packet that it has not seen. */
    @ParameterizedTest(name = "crossbar delay {0}")
    @ValueSource(ints = {0, 1, 2, 5})
    void aCutNeverOvertakesTheHeadOfItsPacket(int crossbarDelay) {
        for (long down = 11; down <= 17; down++) {
            SwitchSetup setup = withOutages(1, down);
            setup.crossbarDelay = crossbarDelay;
            Bench first = Bench.of(setup).packet(1, 7, lidAt(3), 8, 10).until(100);
            Bench second = Bench.of(new SwitchSetup());
            for (int kind : new int[] {Wire.RUN, Wire.CUT}) {
                first.records(3, kind).forEach(words -> second.device().accept(0, words, 0, words.length));
            }
            assertThat(second.until(100).cuts(3))
                    .as("passed on again; down at %d", down)
                    .hasSize(1);
        }
    }

    @Test
    void aCutOfAPacketThatIsNotArrivingIsABrokenInvariant() {
        Bench bench = Bench.of(new SwitchSetup()).packet(1, 7, lidAt(3), 4, 10).cut(1, 7, 14);
        assertThatThrownBy(() -> bench.until(100))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("s0 at cycle 14: port 1")
                .hasMessageContaining("packet 7");
    }

    @Test
    void afterItsLinkHasComeUpASenderWaitsForTheAbsoluteNumberOfItsCredits() {
        Bench bench =
                Bench.of(withOutages(3, 20, 40)).packet(1, 7, lidAt(3), 4, 45).until(60);
        assertThat(bench.packets(3)).isEmpty();
        assertThat(bench.device().report().credits().free(2)).isZero();
        bench.absoluteCredit(3, 0, 9, 70).until(100);
        assertThat(bench.packets(3)).containsExactly("7@71");
        assertThat(bench.device().report().credits().free(2)).isEqualTo(5);
    }

    @Test
    void whenItsLinkComesUpAReceiverTellsItsFreeSpacePerLaneLessWhatIsStillThere() {
        SwitchSetup setup = withOutages(1, 20, 40);
        setup.lanes = 2;
        setup.farUnits = 4;
        Bench bench = Bench.of(setup)
                .packetOn(2, 1, 5, Wire.route(lidAt(3), 9, 1), 4, 5)
                .packetOn(1, 1, 6, Wire.route(lidAt(3), 9, 1), 4, 10)
                .credit(3, 1, 4, 60)
                .until(100);
        assertThat(bench.credits(1)).containsExactly("=16@42", "VL1:=12@42", "VL1:4@66");
    }

    @Test
    void aSwitchThatFailsLosesWhatIsInItOnceEachAndRestartsEmpty() {
        SwitchSetup setup = new SwitchSetup();
        setup.farUnits = 4;
        setup.outputBuffer = 4;
        setup.deviceOutages = new long[] {30, 60};
        for (int port = 0; port < setup.ports; port++) {
            setup.outages[port] = new long[] {30, 60};
        }
        Bench bench = Bench.of(setup);
        for (int i = 0; i < 4; i++) {
            bench.packet(1, i + 1, lidAt(3), 4, 10 + 4 * i);
        }
        bench.packet(1, 9, lidAt(3), 4, 70).until(100);
        assertThat(bench.packets(3)).containsExactly("1@11");
        assertThat(bench.drops())
                .containsExactlyInAnyOrder(
                        "device-failure 2@30", "device-failure 3@30", "device-failure 4@30", "unreachable 9@70");
        assertThat(bench.device().report().buffered()).isZero();
        assertThat(bench.credits(1)).contains("=16@62").endsWith("4@76");
    }

    @Test
    void aPortsChangeIsToldToTheManagerAfterTheAgentsDelay() {
        SwitchSetup setup = withOutages(3, 20, 40);
        setup.agentDelay = 7;
        Bench bench = Bench.of(setup).until(100);
        assertThat(bench.events()).containsExactly("port-down@20", "trap-sent@27", "port-up@40", "trap-sent@47");
        assertThat(bench.records(1, Wire.SMP)).extracting(words -> words[1]).containsExactly(28L, 48L);
    }

    @Test
    void smpsFindADirectedWayThroughASwitchAndItsAgentAnswersThoseForIt() {
        Smp through = new Smp();
        through.directed(Smp.NODE_INFO, 1, 0, new byte[] {3, 2}, 0);
        Smp here = new Smp();
        here.directed(Smp.NODE_INFO, 2, 0, new byte[] {3}, 0);
        here.nextPort();
        SwitchSetup setup = withOutages(4, 5);
        setup.agentDelay = 9;
        Bench bench = Bench.of(setup).smp(1, through, 10).smp(2, here, 20).until(100);
        assertThat(bench.records(3, Wire.SMP))
                .as("stored whole by 13, on at 14")
                .extracting(words -> words[1])
                .containsExactly(15L);
        assertThat(bench.records(2, Wire.SMP)).singleElement().satisfies(words -> {
            assertThat(words[1]).as("whole at 23, 9 cycles in the agent").isEqualTo(33);
            long[] told = Arrays.copyOfRange(words, words.length - 4, words.length);
            assertThat(told)
                    .as("ports 1 to 3 are up")
                    .containsExactly(
                            Sighting.neighbour(SwitchSetup.NEIGHBOUR, 1),
                            Sighting.neighbour(SwitchSetup.NEIGHBOUR + 1, 1),
                            Sighting.neighbour(SwitchSetup.NEIGHBOUR + 2, 1),
                            Sighting.NONE);
        });
    }

    @Test
    void anSmpForAnotherDeviceIsLostWhereItsRouteEnds() {
        Smp forIt = new Smp();
        forIt.directedTo(0, Smp.COUNTS, 1, 0, new byte[] {3}, Smp.PORT_MASK_WORDS);
        forIt.nextPort();
        Smp forAnother = new Smp();
        forAnother.directedTo(7, Smp.COUNTS, 2, 0, new byte[] {3}, Smp.PORT_MASK_WORDS);
        forAnother.nextPort();
        SwitchSetup setup = withOutages(4, 5);
        setup.agentDelay = 9;
        Bench bench = Bench.of(setup).smp(2, forIt, 20).smp(2, forAnother, 30).until(100);
        assertThat(bench.records(2, Wire.SMP)).extracting(words -> words[1]).containsExactly(33L);
        assertThat(bench.events())
                .filteredOn(event -> event.startsWith("smp-lost"))
                .containsExactly("smp-lost@42");
    }

    private static Smp leavingBy(int port) {
        Smp smp = new Smp();
        smp.directed(Smp.NODE_INFO, 1, 0, new byte[] {(byte) port, 1}, 0);
        return smp;
    }

    @Test
    void anSmpToADeadOrMissingPortIsLost() {
        Bench bench = Bench.of(withOutages(4, 5))
                .smp(1, leavingBy(4), 10)
                .smp(1, leavingBy(9), 20)
                .smp(1, leavingBy(0), 30)
                .until(100);
        assertThat(bench.events())
                .filteredOn(event -> event.startsWith("smp-lost"))
                .containsExactly("smp-lost@14", "smp-lost@24", "smp-lost@34");
    }

    @Test
    void anSmpIsLostWhenItsLinkGoesDownBeforeItIsWhole() {
        Bench bench = Bench.of(withOutages(2, 13, 40))
                .smp(2, leavingBy(3), 10)
                .smp(2, leavingBy(3), 20)
                .smp(2, leavingBy(3), 41)
                .until(100);
        assertThat(bench.records(3, Wire.SMP)).extracting(words -> words[1]).containsExactly(46L);
        assertThat(bench.device().log().counted(Counter.SMPS_LOST)).isEqualTo(2);
    }

    /** 3 come and 1 goes every 4 cycles; 4 may wait: 1 of the second three and 2 of each later three are lost. */
    @Test
    void smpsThatFindTheQueueOfAnOutputFullAreLost() {
        Bench bench = Bench.of(new SwitchSetup());
        for (int round = 0; round < 4; round++) {
            for (int port = 1; port <= 3; port++) {
                bench.smp(port, leavingBy(4), 10 + 4 * round);
            }
        }
        assertThat(bench.until(200).records(4, Wire.SMP)).hasSize(7);
        assertThat(bench.device().log().counted(Counter.SMPS_LOST)).isEqualTo(5);
    }

    @Test
    void smpsGoBeforeDataButNotIntoAPacket() {
        Bench bench = Bench.of(new SwitchSetup())
                .packet(1, 7, lidAt(3), 8, 10)
                .packet(1, 8, lidAt(3), 4, 18)
                .smp(2, leavingBy(3), 8)
                .until(100);
        assertThat(bench.records(3, Wire.SMP)).extracting(words -> words[1]).containsExactly(19L);
        assertThat(bench.packets(3)).containsExactly("7@11", "8@23");
    }
}
