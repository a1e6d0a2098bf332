package org.reweave.emulator.device.fabricswitch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.reweave.emulator.device.fabricswitch.SwitchSetup.lidAt;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.reweave.emulator.link.Wire;
import org.reweave.emulator.time.FlitTime;

/**
 * One switch without failures, its cycles worked out by hand. With head arrival a, f flits at a flit a cycle, and
 * delays r (routing), x (crossbar), o (output), c (credit): head on the link at a + r + x + o; input space free at a +
 * r + f; its credit 1 + c later.
 */
class SwitchTimingTest {
    private static final FlitTime TWO_CYCLES = new FlitTime(2, 1);

    @ParameterizedTest(name = "routing {0}, crossbar {1}, output {2}, credit {3}: head at {4}, credit at {5}")
    @CsvSource({
        "0, 0, 1, 1, 11, 16",
        "3, 0, 1, 1, 14, 19",
        "0, 2, 1, 1, 13, 16",
        "0, 0, 4, 1, 14, 16",
        "0, 0, 1, 6, 11, 21",
        "25, 3, 2, 5, 40, 45",
    })
    void anIdleSwitchPassesAPacketOnAfterTheSumOfItsDelays(
            int routing, int crossbar, int output, int credit, long head, long returned) {
        for (int outputBuffer : new int[] {0, 8}) {
            SwitchSetup setup = new SwitchSetup();
            setup.routingDelay = routing;
            setup.crossbarDelay = crossbar;
            setup.outputDelay = output;
            setup.creditDelay = credit;
            setup.outputBuffer = outputBuffer;
            Bench bench = Bench.of(setup).packet(1, 7, lidAt(3), 4, 10).until(100);
            assertThat(bench.packets(3)).as("output buffer %d", outputBuffer).containsExactly("7@" + head);
            assertThat(bench.credits(1)).as("output buffer %d", outputBuffer).containsExactly("4@" + returned);
            assertThat(bench.packets(1)).isEmpty();
            assertThat(bench.packets(2)).isEmpty();
            assertThat(bench.credits(3)).isEmpty();
        }
    }

    @Test
    void aPacketCarriesItsHeaderOnWithOneMoreHop() {
        SwitchSetup setup = new SwitchSetup();
        setup.lanes = 4;
        long route = Wire.withOneMoreHop(Wire.route(lidAt(2), 0xBFFF, 3));
        Bench bench = Bench.of(setup).packetOn(1, 2, 7, route, 4, 10).until(100);
        assertThat(bench.records(2, Wire.RUN)).singleElement().satisfies(words -> {
            assertThat(Wire.lane(words[0]))
                    .as("lane by SL, not by where it came in")
                    .isEqualTo(3);
            assertThat(Wire.flits(words[0])).isEqualTo(4);
            assertThat(words[2]).isEqualTo(7);
            assertThat(words[3]).isEqualTo(Wire.withOneMoreHop(route));
            assertThat(words[4]).as("generated").isEqualTo(1);
            assertThat(words[5]).as("injected").isEqualTo(5);
        });
        assertThat(bench.credits(1)).containsExactly("VL2:4@16");
    }

    @ParameterizedTest(name = "{0} flits at {1} a credit: {2}")
    @CsvSource({"1, 4, 1", "4, 4, 1", "5, 4, 2", "16, 4, 4"})
    void aPacketTakesAndReturnsWholeCredits(int flits, int creditUnit, int credits) {
        SwitchSetup setup = new SwitchSetup();
        setup.creditUnit = creditUnit;
        setup.farUnits = credits;
        Bench bench = Bench.of(setup).packet(1, 7, lidAt(3), flits, 10).until(100);
        assertThat(bench.packets(3)).containsExactly("7@11");
        assertThat(bench.credits(1)).containsExactly(credits + "@" + (10 + flits + 2));
        assertThat(bench.device().report().credits().free(2)).isZero();
    }

    @ParameterizedTest(name = "output buffer {0}")
    @ValueSource(ints = {0, 8})
    void whereTheWayOutIsFasterThePacketIsStoredFirst(int outputBuffer) {
        SwitchSetup setup = new SwitchSetup();
        setup.outputBuffer = outputBuffer;
        setup.flitTime[0] = TWO_CYCLES;
        Bench bench = Bench.of(setup).packet(1, 7, lidAt(3), 4, 10).until(100);
        assertThat(bench.packets(3)).as("its last flit arrives at 17").containsExactly("7@18");
        assertThat(bench.credits(1))
                .as("it has crossed at the pace of the faster link at 21")
                .containsExactly("4@23");
    }

    @Test
    void whereTheWayOutIsSlowerAPacketCutsThroughAndTheLinkIsTakenForLonger() {
        for (int outputBuffer : new int[] {0, 8}) {
            SwitchSetup setup = new SwitchSetup();
            setup.outputBuffer = outputBuffer;
            setup.flitTime[2] = TWO_CYCLES;
            Bench bench = Bench.of(setup)
                    .packet(1, 7, lidAt(3), 4, 10)
                    .packet(2, 8, lidAt(3), 4, 10)
                    .until(100);
            assertThat(bench.packets(3)).containsExactly("7@11", "8@19");
        }
    }

    @Test
    void withoutAnOutputBufferAPacketLeavesItsInputAtThePaceOfTheLink() {
        SwitchSetup setup = new SwitchSetup();
        setup.flitTime[2] = TWO_CYCLES;
        Bench bench = Bench.of(setup).packet(1, 7, lidAt(3), 4, 10).until(100);
        assertThat(bench.credits(1))
                .as("8 cycles on the link from the grant at 10")
                .containsExactly("4@20");
    }

    @Test
    void anOutputBufferTakesAPacketAtThePaceOfTheCrossbar() {
        SwitchSetup setup = new SwitchSetup();
        setup.flitTime[2] = TWO_CYCLES;
        setup.outputBuffer = 8;
        Bench bench = Bench.of(setup).packet(1, 7, lidAt(3), 4, 10).until(100);
        assertThat(bench.credits(1)).containsExactly("4@16");
    }

    @ParameterizedTest(name = "output buffer {0}")
    @ValueSource(ints = {0, 100})
    void inputsThatWantOneOutputAreServedInTurnWithoutAGapOnTheLink(int outputBuffer) {
        SwitchSetup setup = new SwitchSetup();
        setup.outputBuffer = outputBuffer;
        setup.farUnits = 100;
        Bench bench = Bench.of(setup);
        for (int round = 0; round < 3; round++) {
            for (int port = 1; port <= 3; port++) {
                bench.packet(port, 10L * port + round, lidAt(4), 2, 10 + 2 * round);
            }
        }
        bench.until(100);
        assertThat(bench.packets(4))
                .containsExactly("10@11", "20@13", "30@15", "11@17", "21@19", "31@21", "12@23", "22@25", "32@27");
    }

    @Test
    void theTurnGoesOnBehindTheLastWinnerAlsoAfterAPause() {
        Bench bench = Bench.of(new SwitchSetup()).packet(2, 1, lidAt(4), 2, 10);
        for (int port = 1; port <= 3; port++) {
            bench.packet(port, 10 + port, lidAt(4), 2, 30);
        }
        assertThat(bench.until(100).packets(4)).containsExactly("1@11", "13@31", "11@33", "12@35");
    }

    @Test
    void differentOutputsDoNotWaitForEachOtherButAQueueIsServedInOrder() {
        Bench bench = Bench.of(new SwitchSetup())
                .packet(1, 1, lidAt(3), 4, 10)
                .packet(2, 2, lidAt(4), 4, 10)
                .packet(1, 3, lidAt(4), 4, 14)
                .until(100);
        assertThat(bench.packets(3)).containsExactly("1@11");
        assertThat(bench.packets(4)).containsExactly("2@11", "3@15");
    }

    @Test
    void aLaneWithoutCreditsDoesNotHoldUpAnother() {
        SwitchSetup setup = new SwitchSetup();
        setup.lanes = 2;
        setup.farUnits = 4;
        Bench bench = Bench.of(setup)
                .packetOn(1, 0, 1, Wire.route(lidAt(3), 9, 0), 4, 10)
                .packetOn(1, 0, 2, Wire.route(lidAt(3), 9, 0), 4, 14)
                .packetOn(2, 1, 3, Wire.route(lidAt(3), 9, 1), 4, 20)
                .until(100);
        assertThat(bench.packets(3)).as("2 waits for credits of VL0").containsExactly("1@11", "3@21");
        bench.credit(3, 0, 4, 200).until(300);
        assertThat(bench.packets(3)).containsExactly("1@11", "3@21", "2@201");
    }

    @Test
    void withoutCreditsForAllOfItAPacketWaits() {
        SwitchSetup setup = new SwitchSetup();
        setup.farUnits = 4;
        Bench bench = Bench.of(setup)
                .packet(1, 1, lidAt(3), 4, 10)
                .packet(1, 2, lidAt(3), 4, 14)
                .credit(3, 0, 3, 30)
                .until(35);
        assertThat(bench.packets(3)).containsExactly("1@11");
        assertThat(bench.credits(1)).containsExactly("4@16");
        bench.credit(3, 0, 1, 40).until(100);
        assertThat(bench.packets(3)).containsExactly("1@11", "2@41");
        assertThat(bench.credits(1)).containsExactly("4@16", "4@46");
    }

    @Test
    void anOutputBufferTakesPacketsThatHaveNoCreditsYetUntilItIsFull() {
        SwitchSetup setup = new SwitchSetup();
        setup.farUnits = 0;
        setup.outputBuffer = 8;
        Bench bench = Bench.of(setup);
        for (int i = 0; i < 3; i++) {
            bench.packet(1, i + 1, lidAt(3), 4, 10 + 4 * i);
        }
        bench.until(50);
        assertThat(bench.packets(3)).isEmpty();
        assertThat(bench.credits(1)).as("two have left the input").containsExactly("4@16", "4@20");
        bench.credit(3, 0, 12, 60).until(100);
        assertThat(bench.packets(3)).containsExactly("1@61", "2@65", "3@69");
        assertThat(bench.credits(1))
                .as("the third crosses when the first is on the link, at 64")
                .endsWith("4@70");
    }

    @Test
    void aFlowControlPacketGathersCreditsAndTakesLinkTime() {
        SwitchSetup setup = new SwitchSetup();
        setup.flowControlFlits = 6;
        Bench bench = Bench.of(setup)
                .packet(1, 1, lidAt(3), 4, 10)
                .packet(1, 2, lidAt(3), 2, 14)
                .packet(2, 3, lidAt(1), 4, 15)
                .until(100);
        assertThat(bench.credits(1))
                .as("the first leaves at 14, counts when all of it is there; then the second")
                .containsExactly("4@21", "2@27");
        assertThat(bench.packets(1)).as("data waits for flow control").containsExactly("3@27");
    }

    @Test
    void moreThanTheInputBufferHoldsIsABrokenInvariantThatNamesThePlace() {
        SwitchSetup setup = new SwitchSetup();
        setup.farUnits = 0;
        Bench bench = Bench.of(setup).packet(2, 1, lidAt(3), 16, 10).packet(2, 2, lidAt(3), 1, 26);
        assertThatThrownBy(() -> bench.until(100))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("s0 at cycle 26: port 2")
                .hasMessageContaining("17")
                .hasMessageContaining("16");
    }

    @Test
    void theSameRecordsGiveTheSameStepsHoweverTheClockIsMoved() {
        SwitchSetup setup = new SwitchSetup();
        setup.routingDelay = 3;
        Bench atOnce = Bench.of(setup);
        Bench stepByStep = Bench.of(setup);
        for (Bench bench : new Bench[] {atOnce, stepByStep}) {
            for (int i = 0; i < 3; i++) {
                bench.packet(1, i, lidAt(3), 4, 10 + 4 * i).packet(2, 50 + i, lidAt(3), 4, 11 + 4 * i);
            }
        }
        atOnce.until(100);
        for (int cycle = 0; cycle <= 100; cycle++) {
            stepByStep.until(cycle);
        }
        assertThat(stepByStep.packets(3)).isEqualTo(atOnce.packets(3)).hasSize(4);
        assertThat(stepByStep.device().log().hash())
                .isEqualTo(atOnce.device().log().hash());
    }
}
