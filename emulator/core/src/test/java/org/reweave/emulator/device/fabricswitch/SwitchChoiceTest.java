package org.reweave.emulator.device.fabricswitch;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.reweave.emulator.device.DeviceReport;
import org.reweave.emulator.link.Wire;
import org.reweave.reconfig.spi.SwitchAgent;
import org.reweave.reconfig.spi.SwitchSite;
import org.reweave.reconfig.state.StateReader;
import org.reweave.reconfig.state.StateVisitor;
import org.reweave.reconfig.state.StateWriter;
import org.reweave.routing.table.Forwarder;
import org.reweave.routing.table.Heading;
import org.reweave.routing.table.Routes;

/**
 * Packets with several ways. In a destination's digits each is one way, in order of preference: 43 = port 4, or else
 * port 3; the trail tells which way was taken.
 */
class SwitchChoiceTest {
    private static final int HELD_UNTIL_PORT_4_IS_DOWN = 7;

    private static final Forwarder DIGITS = (packet, here, routes) -> {
        if (packet.destination == HELD_UNTIL_PORT_4_IS_DOWN) {
            if (here.isUp(4)) {
                routes.hold();
            } else {
                routes.add(3, 0, 30);
            }
            return;
        }
        for (int scale = packet.destination >= 10 ? 10 : 1; scale > 0; scale /= 10) {
            int port = packet.destination / scale % 10;
            routes.add(port, 0, 10L * port);
        }
    };

    private static SwitchSetup setup(int outputBuffer) {
        SwitchSetup setup = new SwitchSetup();
        setup.forwarder = DIGITS;
        setup.outputBuffer = outputBuffer;
        return setup;
    }

    private static List<Long> trails(Bench bench, int port) {
        return bench.records(port, Wire.RUN).stream().map(words -> words[7]).toList();
    }

    @ParameterizedTest(name = "output buffer {0}")
    @ValueSource(ints = {0, 8})
    void whereAllIsEmptyAPacketGoesTheFirstWayAndCarriesItsTrail(int outputBuffer) {
        Bench bench = Bench.of(setup(outputBuffer))
                .packet(1, 1, 43, 4, 10)
                .packet(2, 2, 34, 4, 10)
                .until(50);
        assertThat(bench.packets(4)).containsExactly("1@11");
        assertThat(bench.packets(3)).containsExactly("2@11");
        assertThat(trails(bench, 4)).containsExactly(40L);
        assertThat(trails(bench, 3)).containsExactly(30L);
    }

    @ParameterizedTest(name = "output buffer {0}")
    @ValueSource(ints = {0, 8})
    void ofTwoHeadsWithTheSameChoiceBothGoAtOnce(int outputBuffer) {
        Bench bench = Bench.of(setup(outputBuffer))
                .packet(1, 1, 43, 4, 10)
                .packet(2, 2, 43, 4, 10)
                .until(50);
        assertThat(bench.packets(4)).containsExactly("1@11");
        assertThat(bench.packets(3)).containsExactly("2@11");
    }

    @ParameterizedTest(name = "output buffer {0}")
    @ValueSource(ints = {0, 8})
    void moreFreeRoomBeatsTheOrder(int outputBuffer) {
        Bench bench = Bench.of(setup(outputBuffer))
                .packet(1, 1, 4, 4, 10)
                .packet(2, 2, 43, 4, 20)
                .until(50);
        assertThat(bench.packets(4)).as("its packet's credits are not back").containsExactly("1@11");
        assertThat(bench.packets(3)).containsExactly("2@21");
    }

    @ParameterizedTest(name = "output buffer {0}")
    @ValueSource(ints = {0, 4})
    void aHeadWaitsForWhicheverWayHasRoomFirst(int outputBuffer) {
        SwitchSetup setup = setup(outputBuffer);
        setup.farUnits = 0;
        Bench bench = Bench.of(setup);
        if (outputBuffer > 0) {
            bench.packet(1, 8, 3, 4, 5).packet(1, 9, 4, 4, 9);
        }
        bench.packet(2, 1, 43, 4, 20).until(60);
        DeviceReport report = bench.device().report();
        List<Integer> blockedFor = new ArrayList<>();
        for (int i = 0; i < report.waits(); i++) {
            if (report.waitingPacket(i) == 1) {
                assertThat(report.waitsAt(i)).as("port 2").isEqualTo(1);
                blockedFor.add(report.waitsFor(i));
            }
        }
        assertThat(blockedFor).as("ports 3 and 4").containsExactly(2, 3);
        bench.credit(3, 0, outputBuffer > 0 ? 8 : 4, 70).until(120);
        assertThat(bench.packets(3)).last().asString().startsWith("1@");
        assertThat(bench.device().report().waits()).isEqualTo(outputBuffer > 0 ? 1 : 0);
    }

    @Test
    void aWayWhoseLinkFailsIsGivenUpAndItsHeadOnlyDroppedWithTheLastOne() {
        SwitchSetup setup = setup(0);
        setup.farUnits = 0;
        setup.outages[3] = new long[] {30};
        setup.outages[2] = new long[] {40};
        Bench bench = Bench.of(setup).packet(2, 1, 43, 4, 20).until(35);
        assertThat(bench.drops()).isEmpty();
        assertThat(bench.device().report().waits()).isOne();
        bench.until(50);
        assertThat(bench.drops()).containsExactly("dead-output 1@40");
    }

    @Test
    void aWayWhoseLinkComesBackIsOneAgain() {
        SwitchSetup setup = setup(0);
        setup.farUnits = 0;
        setup.outages[3] = new long[] {10, 40};
        Bench bench = Bench.of(setup)
                .packet(2, 1, 43, 4, 20)
                .absoluteCredit(4, 0, 4, 50)
                .until(60);
        assertThat(bench.packets(4)).containsExactly("1@51");
    }

    @Test
    void aPacketMayTurnBack() {
        Bench bench = Bench.of(setup(0)).packet(2, 1, 2, 4, 20).until(60);
        assertThat(bench.packets(2)).containsExactly("1@21");
    }

    @Test
    void aHeldPacketHoldsItsQueueUntilAnInputOfTheSwitchLetsItGo() {
        SwitchSetup setup = setup(0);
        setup.outages[3] = new long[] {60};
        Bench bench = Bench.of(setup)
                .packet(2, 1, HELD_UNTIL_PORT_4_IS_DOWN, 4, 20)
                .packet(2, 2, 1, 4, 24)
                .packet(1, 3, 3, 4, 30)
                .until(60);
        assertThat(bench.packets(1)).isEmpty();
        assertThat(bench.packets(3)).containsExactly("3@31");
        assertThat(bench.device().report().waits()).as("for no buffer").isZero();
        bench.until(90);
        assertThat(bench.packets(3)).containsExactly("3@31", "1@61");
        assertThat(trails(bench, 3)).containsExactly(30L, 30L);
        assertThat(bench.packets(1)).as("behind the trap, which takes 61 to 64").containsExactly("2@66");
    }

    @Test
    void aRestoredSwitchKnowsTheWaysOfItsHeads() {
        SwitchSetup setup = setup(0);
        setup.farUnits = 0;
        Bench first =
                Bench.of(setup).packet(2, 1, 43, 4, 20).packet(1, 2, 34, 4, 21).until(40);
        StateWriter state = new StateWriter();
        first.device().visit(state);
        Bench second = Bench.of(setup);
        StateReader in = new StateReader(state.toArray());
        second.device().visit(in);
        in.end();
        for (Bench bench : List.of(first, second)) {
            bench.credit(3, 0, 4, 50).credit(4, 0, 4, 60).until(100);
        }
        assertThat(second.packets(3)).isEqualTo(first.packets(3)).hasSize(1);
        assertThat(second.packets(4)).isEqualTo(first.packets(4)).hasSize(1);
        assertThat(trails(second, 4)).isEqualTo(List.of(40L));
    }

    /**
     * An agent that wishes, whenever a packet arrives, that waiting packets are routed again, and forwards to port 3.
     */
    private static SwitchAgent wishing(SwitchSite site) {
        return new SwitchAgent() {
            @Override
            public void route(Heading packet, Routes routes) {
                routes.add(3, 0, packet.trail);
            }

            @Override
            public long arrived(int inPort, int lane, long marks) {
                site.rerouteWaiting();
                return marks;
            }

            @Override
            public void installed(long argument) {}

            @Override
            public void visit(StateVisitor state) {}
        };
    }

    @Test
    void aRestoredSwitchStillReroutesWaitingPacketsAsItsAgentHadWished() {
        SwitchSetup setup = new SwitchSetup();
        setup.agent = SwitchChoiceTest::wishing;
        setup.farUnits = 0;
        setup.outages[1] = new long[] {60};
        Bench first = Bench.of(setup).packet(2, 1, SwitchSetup.lidAt(3), 4, 20).until(40);
        Bench second = Bench.of(setup);
        StateWriter state = new StateWriter();
        first.device().visit(state);
        StateReader in = new StateReader(state.toArray());
        second.device().visit(in);
        in.end();
        second.until(70);
        assertThat(second.events()).as("one head waits when port 2 fails").contains("waiting-rerouted@60");
    }
}
