package org.reweave.emulator.results;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.reweave.emulator.drive.HorizonPolicy;
import org.reweave.emulator.governor.Event;
import org.reweave.emulator.governor.Outcome;
import org.reweave.emulator.governor.RunResult;
import org.reweave.emulator.network.Network;
import org.reweave.emulator.scenario.ResolvedScenario;
import org.reweave.emulator.scenario.ScenarioException;
import org.reweave.emulator.scenario.ScenarioLoader;
import org.reweave.emulator.sequential.SequentialDriver;
import org.reweave.emulator.stats.DropCause;
import org.reweave.emulator.stats.EventKind;

/** Local rerouting under load: what it may lose, and that it is over when the fault is. */
class LocalReroutingScenarioTest {
    private static final long CYCLE_NS = 4;
    private static final long FAULT = 30_000 / CYCLE_NS;
    private static final long REPAIR = 70_000 / CYCLE_NS;

    private static final String TREE = """
            description = "a 3-ary 3-tree under load"
            fabric.generator = "k-ary-n-tree:3,3"
            routing.engine = fat-tree
            device { preset = iba-1x, switch.vls = 3 }
            traffic.load = 0.6
            faults = [ { at = 30us, until = 70us, link = "t1_00-t2_10" }, { at = 30us, until = 70us, link = "t0_11-t1_12" } ]
            reconfiguration { scheme = dlr, reroute-timeout = 5us }
            manager.timeout = 100us
            run { warmup = 10us, duration = 120us, cut-interval = 2us }
            """;

    private final List<Event> events = new ArrayList<>();

    private static Network network(String... set) {
        return new Network(ResolvedScenario.of(ScenarioLoader.parse("tree.conf", TREE, List.of(set))));
    }

    private RunResult run(String... set) {
        return new SequentialDriver(network(set), (totals, more) -> events.addAll(more), HorizonPolicy.FULL).run();
    }

    private long lost(DropCause cause) {
        return events.stream()
                .filter(event -> event.kind() == EventKind.DROPPED && event.a() == cause.ordinal())
                .count();
    }

    private List<Event> of(EventKind kind) {
        return events.stream().filter(event -> event.kind() == kind).toList();
    }

    @ParameterizedTest
    @CsvSource({
        "r-det-link, 1", "r-det-link, 2", "r-det-switch, 1", "r-det-switch, 2",
        "r-adapt-link, 1", "r-adapt-link, 2", "r-adapt-switch, 1", "r-adapt-switch, 2"
    })
    void onlyWhatIsOnTheFailingLinkOrQueuedForItIsLost(String algorithm, int seed) {
        RunResult result = run("reconfiguration.options.rerouting=" + algorithm, "seed=" + seed);
        assertThat(result.outcome()).isEqualTo(Outcome.COMPLETED);
        long lost = lost(DropCause.ON_WIRE) + lost(DropCause.CUT) + lost(DropCause.OUTPUT_LOST);
        assertThat(of(EventKind.DROPPED)).hasSize((int) lost);
        assertThat(of(EventKind.DISCARDED)).isEmpty();
        assertThat(of(EventKind.DROPPED)).allMatch(drop -> drop.cycle() - FAULT < 200 && drop.cycle() >= FAULT);
        assertThat(of(EventKind.TURNED_BACK)).isNotEmpty();
        assertThat(result.last().inFlight()).isZero();
    }

    @ParameterizedTest
    @ValueSource(strings = {"r-det-link", "r-det-switch", "r-adapt-link", "r-adapt-switch"})
    void reroutingBeginsWithTheFaultAndEndsWithIt(String algorithm) {
        run("reconfiguration.options.rerouting=" + algorithm, "traffic.load=0.3");
        List<Event> rerouted = new ArrayList<>(of(EventKind.REROUTED));
        rerouted.addAll(of(EventKind.TURNED_BACK));
        assertThat(rerouted).allMatch(event -> event.cycle() >= FAULT);
        assertThat(rerouted).anyMatch(event -> event.cycle() > REPAIR - 1000);
        assertThat(rerouted)
                .as("after the last rerouted packet is through")
                .noneMatch(event -> event.cycle() > REPAIR + 5000);
    }

    @Test
    void moreFaultsThanTheAlgorithmPromisesToSurviveCostPacketsByItsOwnRule() {
        RunResult result = run(
                "faults=[{at=30us, link=\"t1_00-t2_00\"}, {at=31us, link=\"t1_10-t2_00\"}, {at=32us, link=\"t1_20-t2_10\"}]",
                "traffic.load=0.1");
        assertThat(result.outcome()).isEqualTo(Outcome.COMPLETED);
        assertThat(of(EventKind.DISCARDED)).isNotEmpty().allMatch(event -> event.a() == 1);
    }

    /** All ways down to the NICs of t2_00 are gone for a while. */
    @Test
    void sourcesThatAreToldKeepOutOfTheTreeWhatHasNoWayAndSendAgainAfterwards() {
        String[] cut = {
            "faults=[{at=30us, until=150us, link=\"t1_00-t2_00\"}, {at=30us, until=150us, link=\"t1_10-t2_00\"},"
                    + " {at=30us, until=150us, link=\"t1_20-t2_00\"}]",
            "traffic.load=0.3",
            "run.duration=400us",
            "reconfiguration.options.source-notice=0"
        };
        run(cut);
        long untold = of(EventKind.DISCARDED).size();
        assertThat(of(EventKind.DISCARDED)).allMatch(event -> event.a() == 1);
        events.clear();
        cut[cut.length - 1] = "reconfiguration.options.source-notice=2";
        RunResult result = run(cut);
        assertThat(result.outcome()).isEqualTo(Outcome.COMPLETED);
        long inTree =
                of(EventKind.DISCARDED).stream().filter(event -> event.a() == 1).count();
        assertThat(inTree).isPositive().isLessThan(untold * 2 / 3);
        assertThat(of(EventKind.DISCARDED)).anyMatch(event -> event.a() == 3);
        assertThat(of(EventKind.DISCARDED))
                .as("two packets a pair after the repair")
                .allMatch(event -> event.cycle() < 350_000 / CYCLE_NS);
    }

    @Test
    void theHybridStopsReroutingWhenItsTablesAreIn() {
        run(
                "reconfiguration.scheme=hybrid",
                "faults=[{at=30us, link=\"t1_00-t2_10\"}]",
                "traffic.load=0.2",
                "run.duration=300us");
        long installed =
                of(EventKind.INSTALLED).stream().mapToLong(Event::cycle).max().orElseThrow();
        assertThat(of(EventKind.DROPPED)).hasSizeLessThan(4);
        assertThat(of(EventKind.TURNED_BACK)).isNotEmpty().allMatch(event -> event.cycle() < installed + 2000);
        assertThat(of(EventKind.RECONFIGURED)).hasSize(1);
    }

    @Test
    void whatTheSchemeCannotWorkOnIsRefusedAllAtOnce() {
        assertThatThrownBy(() -> network(
                        "fabric.generator=torus:4x4",
                        "faults=[]",
                        "routing.engine=updown",
                        "device.switch.vls=1",
                        "reconfigure=[{at=50us}]"))
                .isInstanceOf(ScenarioException.class)
                .hasMessageContaining("routing.engine = updown is not fat-tree")
                .hasMessageContaining("device.switch.vls = 1 < 2, the VLs that dlr needs")
                .hasMessageContaining("under which no tables are ever sent")
                .hasMessageContaining(
                        "dlr works on k-ary n-trees, m-port n-trees and Clos fabrics of 2 tiers or more, and torus:4x4 is");
    }

    @Test
    void adaptiveTablesAreRefusedWhereAManagerWouldReplaceThem() {
        assertThatThrownBy(() -> network("reconfiguration.scheme=ddrc", "routing.options.mode=adaptive"))
                .isInstanceOf(ScenarioException.class)
                .hasMessageContaining("gives fat-tree several ports for a LID");
    }
}
