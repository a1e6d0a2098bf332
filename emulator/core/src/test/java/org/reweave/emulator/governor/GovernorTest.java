package org.reweave.emulator.governor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.reweave.emulator.device.DeviceReport;
import org.reweave.emulator.drive.HorizonPolicy;
import org.reweave.emulator.network.Network;
import org.reweave.emulator.scenario.ResolvedScenario;
import org.reweave.emulator.scenario.ScenarioLoader;
import org.reweave.emulator.sequential.SequentialDriver;
import org.reweave.emulator.stats.Counter;
import org.reweave.emulator.stats.EventKind;

/** A governor that is given the reports of a real run, true or falsified, and decides without a driver. */
class GovernorTest {
    private static final String SCENARIO = """
            name = "small"
            description = "a torus on two VLs that loses a link"
            fabric { generator = "torus:4x4" }
            routing { engine = updown }
            device {
              preset = iq-router
              switch { vls = 2, input-buffer = 32flits, output-buffer = 32flits }
              link { latency = 7cycles }
            }
            manager { host-latency = 10cycles, timeout = 2000cycles }
            faults = [ { at = 900cycles, link = "s1_1-s1_2" } ]
            reconfiguration { scheme = naive }
            traffic { pattern = uniform, load = 0.3 }
            run { warmup = 500cycles, duration = 2500cycles, limit = 60000cycles, cut-interval = 250cycles }
            """;
    private static final Network NETWORK =
            new Network(ResolvedScenario.of(ScenarioLoader.parse("small.conf", SCENARIO, List.of())));
    private static final GovernorPlan PLAN = NETWORK.governorPlan();
    private static final RunResult RESULT =
            new SequentialDriver(NETWORK, (totals, events) -> {}, HorizonPolicy.FULL).run();

    private final List<List<DeviceReport>> reports = RunReports.byCut(NETWORK); // by cut: those of each device
    private final Governor governor = new Governor(PLAN);

    private List<DeviceReport> reportsOf(int cut) {
        return reports.get(cut - 1).stream()
                .sorted(Comparator.comparingInt(DeviceReport::device))
                .toList();
    }

    private Cut cut(int number, Consumer<List<DeviceReport>> falsify) {
        List<DeviceReport> ofCut = reportsOf(number);
        falsify.accept(ofCut);
        ofCut.forEach(report -> governor.report(number, report));
        return governor.next().orElseThrow();
    }

    private Cut cut(int number) {
        return cut(number, all -> {});
    }

    private void acceptUpTo(int number) {
        for (int k = 1; k <= number; k++) {
            governor.accept(cut(k), Wishes.NONE);
        }
    }

    @Test
    void trueReportsLeadToTheEndThatTheRunHad() {
        acceptUpTo(reports.size());
        assertThat(governor.isOver()).isTrue();
        assertThat(governor.outcome()).isEqualTo(RESULT.outcome()).isEqualTo(Outcome.COMPLETED);
        assertThat(governor.last().fingerprint()).isEqualTo(RESULT.last().fingerprint());
        assertThat(governor.last().cycle()).isEqualTo(governor.permit());
        assertThat(governor.measureFrom()).isEqualTo(500);
        assertThat(governor.wasInterrupted()).isFalse();
    }

    @Test
    void eventsOfACutAreSortedAndNumberedOnWithinTheirDevice() {
        List<Event> all = new ArrayList<>();
        for (int k = 1; k <= reports.size(); k++) {
            Cut cut = cut(k);
            assertThat(cut.events()).isSorted();
            all.addAll(cut.events());
            governor.accept(cut, Wishes.NONE);
        }
        assertThat(all).extracting(Event::kind).contains(EventKind.PORT_DOWN);
        long[] next = new long[NETWORK.deviceCount()];
        for (Event event : all) {
            assertThat(event.sequence()).isEqualTo(next[event.device()]++);
        }
    }

    @ParameterizedTest
    @EnumSource(names = {"INJECTED", "DELIVERED", "DROPPED"})
    void aPacketTooManyOrTooFewIsNamedWithAllNumbers(Counter counter) {
        acceptUpTo(3);
        assertThatThrownBy(() -> cut(4, all -> all.get(20).counters()[counter.ordinal()]++))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageMatching(
                        "packets are not conserved at cycle 1000: \\d+ injected, but \\d+ delivered \\+ \\d+ dropped"
                                + " \\+ \\d+ in devices \\+ \\d+ on wires = \\d+");
        assertThat(governor.isAwaited()).as("no listener has that cut").isFalse();
    }

    @Test
    void aCreditTooManyIsNamedOnEachPortAndLaneThatIsUp() {
        int lanes = PLAN.lanes();
        int named = 0;
        for (int device = 0; device < NETWORK.deviceCount(); device++) {
            for (int port = 0; port < PLAN.wiring().ports(device); port++) {
                int peer = PLAN.wiring().peerDevice()[device][port];
                if (peer < 0 || PLAN.capacityUnits()[device][port] == 0) {
                    continue;
                }
                for (int lane = 0; lane < lanes; lane++) {
                    int receiver = device;
                    int portLane = port * lanes + lane;
                    String place = PLAN.names()[peer] + "."
                            + (PLAN.wiring().peerChannel()[device][port] + 1) + " to " + PLAN.names()[device] + "."
                            + (port + 1) + " VL" + lane + ":";
                    Governor fresh = new Governor(PLAN);
                    DeviceReport.Credits credits = reportsOf(1).get(receiver).credits();
                    credits.setBuffered(portLane, credits.buffered(portLane) + 1);
                    reportsOf(1).forEach(report -> fresh.report(1, report));
                    assertThatThrownBy(fresh::next)
                            .hasMessageContaining("credits are not conserved at cycle 250 from " + place)
                            .hasMessageEndingWith("is not the capacity " + PLAN.capacityUnits()[device][port]);
                    credits.setBuffered(portLane, credits.buffered(portLane) - 1);
                    named++;
                }
            }
        }
        assertThat(named).isEqualTo(lanes * (2 * 32 + 2 * 16)); // both ends of 32 cables of switches and of 16 to NICs
    }

    @Test
    void creditsOfALinkThatIsDownAreNotAsked() {
        int down = reports.size();
        acceptUpTo(down - 1);
        int device = List.of(PLAN.names()).indexOf("s1_1");
        int port = 0;
        while (reportsOf(down).get(device).isUp(port)) {
            port++;
        }
        int portLane = port * PLAN.lanes();
        Cut last = cut(down, all -> all.get(device).credits().setBuffered(portLane, 1000));
        assertThat(last.number()).isEqualTo(down);
    }

    @Test
    void reportsComeOnceForCutsThatArePermitted() {
        DeviceReport report = reportsOf(1).get(0);
        governor.report(1, report);
        assertThatThrownBy(() -> governor.report(1, report))
                .hasMessage("second report for cut 1 from " + PLAN.names()[report.device()]);
        assertThatThrownBy(() -> governor.report(PLAN.delay() + 1, report))
                .hasMessageContaining("report for cut " + (PLAN.delay() + 1))
                .hasMessageContaining("cut 0 is the last complete one and cut 0 the last one accepted");
        assertThat(governor.next()).isEmpty();
        assertThat(governor.isAwaited()).isFalse();
    }

    @Test
    void cutsAreAcceptedInTheirOrderAndThenPermitsGrow() {
        assertThat(governor.permit()).isEqualTo(PLAN.delay() * PLAN.interval());
        Cut first = cut(1);
        assertThat(governor.isAwaited()).isTrue();
        Cut second = cut(2);
        assertThatThrownBy(() -> governor.accept(second, Wishes.NONE)).hasMessage("cut 2 is accepted after cut 0");
        governor.accept(first, Wishes.NONE);
        assertThat(governor.permit()).isEqualTo((1 + PLAN.delay()) * PLAN.interval());
        governor.accept(second, Wishes.NONE);
        assertThat(governor.isAwaited()).isFalse();
    }

    @Test
    void aWishToEndTakesEffectAtTheNextBoundaryOfPermits() {
        acceptUpTo(2);
        governor.interrupt();
        assertThat(governor.wishes()).isEqualTo(new Wishes(true, false));
        governor.accept(cut(3), governor.wishes());
        long end = (3 + PLAN.delay()) * PLAN.interval();
        assertThat(governor.permit()).isEqualTo(end);
        for (int k = 4; k <= 3 + PLAN.delay(); k++) {
            assertThat(governor.isOver()).isFalse();
            governor.accept(cut(k), governor.wishes());
        }
        assertThat(governor.isOver()).isTrue();
        assertThat(governor.last().cycle()).isEqualTo(end);
        assertThat(governor.outcome()).isEqualTo(Outcome.INCOMPLETE);
        assertThat(governor.wasInterrupted()).isTrue();
    }

    @Test
    void aWishForACheckpointIsForgottenOnceItIsGranted() {
        governor.wantCheckpoint();
        Cut first = cut(1);
        Wishes wishes = governor.wishes();
        assertThat(wishes).isEqualTo(new Wishes(false, true));
        assertThat(governor.wishes()).isEqualTo(Wishes.NONE);
        governor.accept(first, wishes);
        int at = 1 + PLAN.delay();
        assertThat(governor.checkpointAt()).isEqualTo(at * PLAN.interval());
        for (int k = 2; k <= at; k++) {
            assertThat(governor.checkpointAt()).isEqualTo(at * PLAN.interval());
            governor.accept(cut(k), new Wishes(false, true));
        }
        assertThat(governor.checkpointAt()).as("the next one").isEqualTo((at + PLAN.delay()) * PLAN.interval());
    }
}
