package org.reweave.emulator.results;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.reweave.emulator.actor.ActorDriver;
import org.reweave.emulator.drive.HorizonPolicy;
import org.reweave.emulator.governor.Outcome;
import org.reweave.emulator.network.Network;
import org.reweave.emulator.scenario.ResolvedScenario;
import org.reweave.emulator.scenario.ScenarioLoader;

/** What {@code stencil-on-real-fabric.conf} and {@code mixed-sizes.conf} promise. */
@Tag("slow")
class TransportScenarioTest {
    private static void everythingArrived(ScenarioRun run) {
        Summary summary = run.summary();
        assertThat(run.result().outcome()).isEqualTo(Outcome.COMPLETED);
        assertThat(summary.messages().delivered())
                .isPositive()
                .isEqualTo(summary.messages().generated());
        assertThat(summary.messages().undelivered()).isZero();
        Summary.Packets packets = summary.packets();
        assertThat(packets.inFlight() + packets.queued()).isZero();
        assertThat(packets.injected()).isEqualTo(packets.generated() + packets.retransmitted() + packets.acks());
        assertThat(packets.injected()).isEqualTo(packets.delivered() + packets.droppedTotal());
    }

    @Test
    void theHaloExchangeSurvivesTheLossOfASpine() {
        ScenarioRun run = ScenarioRun.of("stencil-on-real-fabric");
        everythingArrived(run);
        assertThat(run.summary().messages().generated()).isEqualTo(960);
        assertThat(run.summary().packets().droppedTotal()).isGreaterThan(100);
        assertThat(run.summary().packets().retransmitted()).isGreaterThan(100);
        assertThat(run.summary().packets().outOfOrder()).isPositive();
        assertThat(run.summary().messages().reorderPeak()).isBetween(1, 4096);
        assertThat(run.reconfiguration().isComplete()).isTrue();
        ScenarioRun unharmed = ScenarioRun.of("stencil-on-real-fabric", "faults=[]");
        everythingArrived(unharmed);
        assertThat(unharmed.summary().packets().retransmitted()).isZero();
        assertThat(unharmed.summary().messages().lastAt())
                .isLessThan(run.summary().messages().lastAt());
    }

    @Test
    void withoutATransportTheJobLosesMessages() {
        ScenarioRun run = ScenarioRun.of("stencil-on-real-fabric", "device.nic.transport.mode=none");
        assertThat(run.summary().messages().delivered())
                .isLessThan(run.summary().messages().generated());
    }

    @Test
    void mixedSizesArriveOverFlappingLinks() {
        ScenarioRun run = ScenarioRun.of("mixed-sizes");
        everythingArrived(run);
        assertThat(run.summary().packets().generated())
                .isGreaterThan(2 * run.summary().messages().generated());
        assertThat(run.summary().packets().retransmitted()).isPositive();
        assertThat(run.summary().packets().duplicates()).isPositive();
        assertThat(run.summary().load().offered()).isBetween(0.045, 0.055);
        assertThat(run.summary().load().accepted()).isBetween(0.045, 0.055);
        assertThat(run.summary().messages().latency().mean())
                .isGreaterThan(run.summary().latency().network().mean());
    }

    @ParameterizedTest(name = "{0}, {1} threads")
    @CsvSource({
        "stencil-on-real-fabric, 1",
        "stencil-on-real-fabric, 2",
        "mixed-sizes, 1",
        "mixed-sizes, 2",
    })
    void actorsHaveTheFingerprintOfTheSequentialDriver(String name, int threads) {
        String expected = ScenarioRun.of(name).summary().fingerprint();
        Network network = new Network(ResolvedScenario.of(
                ScenarioLoader.load(Path.of("../../cluster-config/scenarios", name + ".conf"), List.of())));
        ActorDriver driver = new ActorDriver(network, (cut, events) -> {}, threads, 1, HorizonPolicy.FULL);
        assertThat(driver.run().fingerprint()).isEqualTo(expected);
    }

    @ParameterizedTest
    @ValueSource(strings = {"tartu_rocket8", "plafrim9"})
    void everyMessageOfTheStencilArrivesOnARealFabricThatLosesASpine(String dump) {
        Optional<Path> fabric = ScenarioRun.shared("fabrics/" + dump + ".ibnetdiscover");
        Optional<Path> trace = ScenarioRun.shared("traces/stencil4d_64.csv");
        assumeTrue(fabric.isPresent() && trace.isPresent(), "no folder named shared beside this checkout");
        ScenarioRun run = ScenarioRun.of(
                "stencil-on-real-fabric",
                "fabric.file=" + fabric.orElseThrow(),
                "traffic.trace.file=" + trace.orElseThrow(),
                "faults=[{at=4500us, switch=most-trunks}]");
        everythingArrived(run);
        assertThat(run.summary().messages().generated()).isEqualTo(1024);
        assertThat(run.summary().packets().droppedTotal()).isPositive();
        assertThat(run.summary().packets().retransmitted()).isPositive();
        assertThat(run.reconfiguration().isComplete()).isTrue();
    }

    /** 22,968 packets between 64 ranks, 500 of them local, most of them waiting for others. */
    @Test
    void netracesDependenciesAreHonoured() {
        Optional<Path> trace = ScenarioRun.shared("traces/multiregion.csv.gz");
        assumeTrue(trace.isPresent(), "no folder named shared beside this checkout");
        ScenarioRun run = ScenarioRun.of(
                "mixed-sizes",
                "faults=[]",
                "traffic.load=null",
                "traffic.sizes=[]",
                "traffic.trace.file=" + trace.orElseThrow(),
                "run.limit=200ms");
        everythingArrived(run);
        assertThat(run.summary().messages().local()).isEqualTo(500);
        assertThat(run.summary().messages().generated()).isEqualTo(22_468);
    }
}
