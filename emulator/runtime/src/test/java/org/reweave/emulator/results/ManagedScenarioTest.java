package org.reweave.emulator.results;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.reweave.emulator.actor.ActorDriver;
import org.reweave.emulator.drive.HorizonPolicy;
import org.reweave.emulator.governor.Outcome;
import org.reweave.emulator.governor.RunListener;
import org.reweave.emulator.network.Network;
import org.reweave.emulator.scenario.ResolvedScenario;
import org.reweave.emulator.scenario.ScenarioLoader;
import org.reweave.emulator.sequential.SequentialDriver;
import org.reweave.emulator.stats.EventKind;

/** What the comments of the shipped scenarios about the manager promise. */
@Tag("slow")
class ManagedScenarioTest {
    private static Network network(String name, String... overrides) {
        Path file = Path.of("../../cluster-config/scenarios", name + ".conf");
        return new Network(ResolvedScenario.of(ScenarioLoader.load(file, List.of(overrides))));
    }

    /** With little traffic: what is compared is the manager's work, not the speed of drivers. */
    @ParameterizedTest
    @ValueSource(strings = {"torus-8x8-static", "link-recovery", "random-faults", "planned-rerooting", "lost-traps"})
    void aScenarioIsTheSameRunUnderEveryDriver(String name) {
        String quiet = "traffic.load=0.01";
        List<String> expected = new ArrayList<>();
        RunListener first = (cut, events) -> expected.add(cut.fingerprint());
        new SequentialDriver(network(name, quiet), first, HorizonPolicy.FULL).run();
        for (int threads = 1; threads <= 2; threads++) {
            List<String> actual = new ArrayList<>();
            RunListener other = (cut, events) -> actual.add(cut.fingerprint());
            new ActorDriver(network(name, quiet), other, threads, threads == 1 ? 1 : 12, HorizonPolicy.FULL).run();
            assertThat(actual).as("%d threads", threads).isEqualTo(expected);
        }
    }

    private static void completes(ScenarioRun run) {
        assertThat(run.result().outcome()).isEqualTo(Outcome.COMPLETED);
        assertThat(run.result().deadlock()).isEmpty();
        Summary.Packets packets = run.summary().packets();
        assertThat(packets.inFlight() + packets.queued()).isZero();
        assertThat(packets.injected()).isEqualTo(packets.delivered() + packets.droppedTotal());
        assertThat(run.summary().reconfigurations()).allMatch(Reconfiguration::isComplete);
    }

    @Test
    void staticReconfigurationStopsTheTorusAndLosesNothingByItself() {
        ScenarioRun run = ScenarioRun.of("torus-8x8-static");
        completes(run);
        assertThat(run.count(EventKind.INJECTION_HALTED)).isEqualTo(64);
        assertThat(run.count(EventKind.INJECTION_RESUMED)).isEqualTo(64);
        assertThat(run.count(EventKind.DRAINED)).isEqualTo(1);
        assertThat(run.count(EventKind.REDISCOVERY)).isZero();
        assertThat(run.summary().packets().dropped().keySet())
                .isSubsetOf("dead-output", "on-wire", "cut", "output-lost");
        assertThat(run.summary().packets().droppedTotal()).isBetween(1L, 100L);
        assertThat(run.reconfiguration().ns().completedAt()).isBetween(1_800_000.0, 2_400_000.0);
        assertThat(run.summary().latency().total().p99())
                .as("a wait of most of the stop")
                .isGreaterThan(250_000);
    }

    @Test
    void epochsChangeTheSameTorusInATimeThatStaticNeedsToDrainIt() {
        double stopped = took(ScenarioRun.of("torus-8x8-static", "traffic.load=0.05"));
        double epochs = took(ScenarioRun.of("torus-8x8-static", "traffic.load=0.05", "reconfiguration.scheme=ebrd"));
        assertThat(stopped / epochs).isGreaterThan(2);
    }

    private static double took(ScenarioRun run) {
        Reconfiguration.Times times = run.reconfiguration().ns();
        return times.completedAt() - times.faultAt();
    }

    @Test
    void whatFailsComesBackAndWhatIsAddedJoins() {
        ScenarioRun run = ScenarioRun.of("link-recovery");
        completes(run);
        assertThat(run.count(EventKind.CHANGE_FOUND)).isEqualTo(3);
        assertThat(run.count(EventKind.RECONFIGURED)).isEqualTo(3);
        assertThat(run.count(EventKind.DEVICE_UP)).isEqualTo(1);
        assertThat(run.count(EventKind.DEVICE_DOWN)).as("it was never there").isZero();
        assertThat(run.count(EventKind.NICS_JOINED))
                .as("a NIC is no reconfiguration")
                .isEqualTo(1);
        assertThat(run.summary().packets().dropped().keySet()).containsOnly("dead-output", "unreachable");
    }

    @Test
    void randomFaultsAreFollowedAndAvailabilityIsReported() {
        ScenarioRun run = ScenarioRun.of("random-faults");
        completes(run);
        Summary.Availability availability = run.summary().availability();
        assertThat(availability.failures())
                .isBetween(5L, 30L)
                .isEqualTo(run.network().resolved().faults().size());
        assertThat(run.count(EventKind.PORT_DOWN)).isEqualTo(2 * availability.failures());
        assertThat(availability.links()).isBetween(0.95, 0.999);
        assertThat(availability.switches()).isEqualTo(1);
        assertThat(run.count(EventKind.CHANGE_FOUND)).isGreaterThanOrEqualTo(3);
    }

    @Test
    void overALongTimeLinksAreAvailableAsMtbfAndMttrSay() {
        Network network = network(
                "random-faults",
                "random-faults.mtbf=5ms",
                "random-faults.mttr=500us",
                "random-faults.transient=1",
                "random-faults.start=1cycle",
                "run.duration=60ms",
                "run.limit=600ms");
        long cycles = 60L * 1000 * 250;
        double expected = 5 / 5.5;
        assertThat(network.availability(cycles).ofLinks()).isEqualTo(expected, within(0.02));
    }

    @Test
    void theRootMovesByPlan() {
        ScenarioRun run = ScenarioRun.of("planned-rerooting");
        completes(run);
        assertThat(run.count(EventKind.PLANNED_CHANGE)).isEqualTo(2);
        assertThat(run.count(EventKind.RECONFIGURED)).isEqualTo(2);
        assertThat(run.count(EventKind.PORT_DOWN)).isZero();
        assertThat(run.summary().packets().dropped().keySet()).isSubsetOf("scheme", "hop-limit");
    }

    @Test
    void aPlannedReRootingByStaticReconfigurationLosesNothing() {
        ScenarioRun run = ScenarioRun.of(
                "planned-rerooting", "reconfiguration.scheme=static", "traffic.load=0.05", "run.limit=30ms");
        completes(run);
        assertThat(run.count(EventKind.RECONFIGURED)).isEqualTo(2);
        assertThat(run.summary().packets().droppedTotal()).isZero();
    }

    @Test
    void aLinkThatIsDrainedBeforeItIsPulledCostsNothing() {
        ScenarioRun run = ScenarioRun.of("planned-maintenance");
        completes(run);
        assertThat(run.count(EventKind.PORT_DOWN)).isEqualTo(2);
        assertThat(run.summary().packets().dropped().keySet()).isSubsetOf("scheme");
        ScenarioRun pulled = ScenarioRun.of("planned-maintenance", "reconfigure=[]");
        assertThat(pulled.summary().packets().dropped()).containsKey("dead-output");
    }

    @Test
    void aSwitchThatIsDrainedBeforeItIsPulledCostsNothing() {
        String[] clos = {
            "fabric.generator=clos:leaves=4,spines=3,nics=4",
            "routing.options={}",
            "reconfiguration.engine-options={}",
            "reconfiguration.scheme=naive",
            "faults=[{ at = 1100us, until = 1400us, switch = spine0 }]"
        };
        List<String> drained = new ArrayList<>(List.of(clos));
        drained.add("reconfigure=[{ at = 400us, drain = spine0 }, { at = 1800us, recover = spine0 }]");
        ScenarioRun run = ScenarioRun.of("planned-maintenance", drained.toArray(String[]::new));
        completes(run);
        assertThat(run.summary().packets().droppedTotal()).isZero();
        List<String> pulled = new ArrayList<>(List.of(clos));
        pulled.add("reconfigure=[]");
        assertThat(ScenarioRun.of("planned-maintenance", pulled.toArray(String[]::new))
                        .summary()
                        .packets()
                        .droppedTotal())
                .isPositive();
    }

    @Test
    void onlyWhatPacketsCanGoAroundIsDrained() {
        assertThatThrownBy(() -> ScenarioRun.of(
                        "planned-maintenance",
                        "reconfigure=[{ at = 400us, drain = s3_4 }, { at = 1ms, drain = nowhere }]"))
                .hasMessageContaining("reconfigure[0].drain = s3_4")
                .hasMessageContaining("has NICs")
                .hasMessageContaining("reconfigure[1].drain = nowhere");
    }

    @Test
    void sweepsFindWhatNoTrapTells() {
        ScenarioRun run = ScenarioRun.of("lost-traps");
        completes(run);
        assertThat(run.count(EventKind.TRAP_SENT)).isZero();
        assertThat(run.count(EventKind.CHANGE_FOUND)).isEqualTo(2);
        Reconfiguration failure = run.summary().reconfigurations().get(0);
        assertThat(failure.ns().faultAt()).isEqualTo(500_000);
        assertThat(failure.ns().detectedAt()).as("a period and a sweep").isBetween(600_000.0, 900_000.0);
        ScenarioRun told = ScenarioRun.of("lost-traps", "manager.traps=true");
        assertThat(told.summary().reconfigurations().get(0).ns().detectedAt()).isLessThan(600_000.0);
    }
}
