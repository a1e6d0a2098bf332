package org.reweave.emulator.results;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.reweave.emulator.governor.Deadlock;
import org.reweave.emulator.governor.Outcome;
import org.reweave.emulator.stats.EventKind;
import org.reweave.routing.topology.Fabric;

/** What the comments of {@code cluster-config/scenarios/*.conf} promise. */
class ShippedScenarioTest {
    /** What a failing link or switch may cost; anything else is a fault of the scheme or of ours. */
    private static final Set<String> COST_OF_A_FAULT =
            Set.of("dead-output", "on-wire", "cut", "output-lost", "device-failure");

    @Test
    void everyShippedScenarioHasATestHere() throws IOException {
        try (Stream<Path> files = Files.list(Path.of("../cluster-config/scenarios"))) {
            assertThat(files.map(file -> file.getFileName().toString()).filter(name -> name.endsWith(".conf")))
                    .as("tests are here and in ManagedScenarioTest")
                    .containsExactlyInAnyOrder(
                            "torus-8x8-ebr.conf",
                            "torus-8x8-naive.conf",
                            "fat-tree-4x3.conf",
                            "real-fabric.conf",
                            "torus-8x8-static.conf",
                            "torus-8x8-double-scheme.conf",
                            "torus-8x8-sr-pda.conf",
                            "torus-8x8-sr-la.conf",
                            "link-recovery.conf",
                            "random-faults.conf",
                            "planned-rerooting.conf",
                            "torus-8x8-uniform.conf",
                            "lost-traps.conf",
                            "stencil-on-real-fabric.conf",
                            "mixed-sizes.conf");
        }
    }

    @Test
    void theUniformTorusAcceptsWhatIsOfferedBelowItsKnee() throws IOException {
        Summary summary = ScenarioRun.of("torus-8x8-uniform").summary();
        assertThat(summary.outcome()).isEqualTo("completed");
        assertThat(summary.load().offered()).isCloseTo(0.3, within(0.003));
        assertThat(summary.load().accepted()).isCloseTo(summary.load().offered(), within(0.002));
        assertThat(summary.latency().total().mean()).isBetween(44.0, 49.0);
    }

    @Test
    void theTorusGoesOnWhileEbrdUpdatesIt() {
        ScenarioRun run = ScenarioRun.of("torus-8x8-ebr");
        completesWithOneReconfiguration(run, 128);
        losesOnlyWhatTheFaultCosts(run);
        assertThat(run.summary().packets().droppedTotal()).isBetween(1L, 100L);
        assertThat(run.reconfiguration().ns().faultAt()).isEqualTo(500_000);
        assertThat(run.reconfiguration().ns().completedAt()).isBetween(900_000.0, 1_200_000.0);
        assertThat(run.summary().load().accepted()).isBetween(0.095, 0.105);
        assertThat(run.summary().load().offered()).isBetween(0.095, 0.105);
    }

    @Test
    void theTorusGoesOnWhileTokensOrASecondLaneSeparateOldFromNew() {
        ScenarioRun tokensFirst = changesOverWithStoredTables("sr-pda");
        ScenarioRun tablesFirst = changesOverWithStoredTables("sr-la");
        ScenarioRun secondLane = changesOverWithStoredTables("double-scheme");
        long fewest = tokensFirst.summary().packets().droppedTotal();
        assertThat(fewest).isPositive();
        assertThat(tablesFirst.summary().packets().droppedTotal()).isGreaterThan(2 * fewest);
        assertThat(secondLane.summary().packets().droppedTotal()).isGreaterThan(2 * fewest);
        assertThat(tablesFirst.summary().latency().network().mean())
                .isLessThan(tokensFirst.summary().latency().network().mean() / 5);
        assertThat(tablesFirst.count(EventKind.ALL_STORED)).isOne();
        assertThat(secondLane.count(EventKind.LANE_EMPTY)).isOne();
        assertThat(secondLane.count(EventKind.INJECTION_LANE))
                .as("to VL 0 and back")
                .isEqualTo(2 * 64);
    }

    /** Two separators cross each working link in each direction: tokens on both VLs, or the marks on VL 1 and later on VL 0. */
    private static ScenarioRun changesOverWithStoredTables(String scheme) {
        ScenarioRun run = ScenarioRun.of("torus-8x8-" + scheme);
        assertThat(run.result().outcome()).as(scheme).isEqualTo(Outcome.COMPLETED);
        losesOnlyWhatTheFaultCosts(run);
        long links = 127 + 64; // between switches, without the dead one; and to NICs
        assertThat(run.count(EventKind.SEPARATOR_SENT)).as(scheme).isEqualTo(2 * 2 * links);
        assertThat(run.count(EventKind.SEPARATOR_ARRIVED)).as(scheme).isEqualTo(2 * 2 * links);
        assertThat(run.count(EventKind.TABLES_STORED)).as(scheme).isEqualTo(64);
        assertThat(run.count(EventKind.INSTALLED)).as(scheme).isEqualTo(64);
        assertThat(run.count(EventKind.UNREACHABLE)).as(scheme).isZero();
        Reconfiguration change = run.reconfiguration();
        assertThat(change.isComplete()).as(scheme).isTrue();
        assertThat(change.tablesReadyAt()).isLessThan(change.completedAt());
        Summary.Packets packets = run.summary().packets();
        assertThat(packets.inFlight()).isZero();
        assertThat(packets.injected()).isEqualTo(packets.delivered() + packets.droppedTotal());
        return run;
    }

    @Test
    void withoutASchemeReRootingAnOverloadedTorusDeadlocks() {
        ScenarioRun run = ScenarioRun.of("torus-8x8-naive");
        assertThat(run.result().outcome()).isEqualTo(Outcome.DEADLOCKED);
        Deadlock deadlock = run.result().deadlock().orElseThrow();
        assertThat(deadlock.proven()).isTrue();
        assertThat(deadlock.members()).hasSizeGreaterThan(3).doesNotHaveDuplicates();
        membersAreNeighbours(run.network().fabric(), deadlock);
        assertThat(run.summary().deadlock().cycle()).hasSameSizeAs(deadlock.members());
        assertThat(run.summary().packets().inFlight()).isPositive();
    }

    /** An input waits for an output of its own switch, an output for the input at the other end of its link. */
    private static void membersAreNeighbours(Fabric fabric, Deadlock deadlock) {
        List<Deadlock.Member> members = deadlock.members();
        for (int i = 0; i < members.size(); i++) {
            Deadlock.Member member = members.get(i);
            Deadlock.Member next = members.get((i + 1) % members.size());
            int device = fabric.deviceByName(member.device());
            assertThat(next.atOutput()).as("%s waits for %s", member, next).isNotEqualTo(member.atOutput());
            if (member.atOutput()) {
                assertThat(fabric.deviceByName(next.device())).isEqualTo(fabric.peer(device, member.port()));
                assertThat(next.port()).isEqualTo(fabric.peerPort(device, member.port()));
            } else {
                assertThat(next.device()).isEqualTo(member.device());
            }
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"ebr", "ebrd"})
    void withEpochsTheSameTorusDoesNotDeadlock(String scheme) {
        ScenarioRun run = ScenarioRun.of("torus-8x8-naive", "reconfiguration.scheme=" + scheme);
        completesWithOneReconfiguration(run, 128);
        assertThat(run.summary().packets().dropped().keySet()).containsOnly("dead-output", "scheme");
        long discarded = run.reconfiguration().discardedByCase().values().stream()
                .mapToLong(Long::longValue)
                .sum();
        assertThat(discarded)
                .isPositive()
                .isEqualTo(run.summary().packets().dropped().get("scheme"))
                .isEqualTo(run.count(EventKind.DISCARDED));
    }

    @Test
    void theFatTreeMovesToAnotherEngine() {
        ScenarioRun run = ScenarioRun.of("fat-tree-4x3");
        completesWithOneReconfiguration(run, 112);
        losesOnlyWhatTheFaultCosts(run);
        assertThat(run.summary().packets().droppedTotal()).isBetween(1L, 100L);
        assertThat(run.summary().load().accepted()).isBetween(0.038, 0.042);
    }

    @Test
    void theRealFabricIsRoutedAroundItsBusiestSwitch() {
        ScenarioRun run = ScenarioRun.of("real-fabric");
        completesWithOneReconfiguration(run, 32);
        losesOnlyWhatTheFaultCosts(run);
        assertThat(run.network().participants()).hasSize(run.network().fabric().nicCount() - 1);
        assertThat(run.count(EventKind.DEVICE_DOWN)).isEqualTo(1);
    }

    @Test
    void aDumpOfARealClusterRunsAsWell() {
        Optional<Path> dump = ScenarioRun.shared("fabrics/tartu_rocket8.ibnetdiscover");
        assumeTrue(dump.isPresent(), "no folder named shared beside this checkout");
        ScenarioRun run = ScenarioRun.of("real-fabric", "fabric.file=" + dump.orElseThrow());
        completesWithOneReconfiguration(run, 149);
        assertThat(run.network().resolved().findings()).isNotEmpty();
    }

    @Test
    void theFingerprintBelongsToScenarioAndSeed() {
        String first = ScenarioRun.of("real-fabric").summary().fingerprint();
        assertThat(ScenarioRun.of("real-fabric").summary().fingerprint()).isEqualTo(first);
        assertThat(ScenarioRun.of("real-fabric", "seed=2").summary().fingerprint())
                .isNotEqualTo(first);
    }

    private static void completesWithOneReconfiguration(ScenarioRun run, int devices) {
        assertThat(run.result().outcome()).isEqualTo(Outcome.COMPLETED);
        assertThat(run.result().deadlock()).isEmpty();
        assertThat(run.count(EventKind.UNREACHABLE)).isZero();
        assertThat(run.count(EventKind.INSTALLED)).isEqualTo(devices);
        Reconfiguration change = run.reconfiguration();
        assertThat(change.isComplete()).isTrue();
        assertThat(change.devices()).isEqualTo(devices);
        assertThat(change.smps()).isGreaterThanOrEqualTo(devices);
        assertThat(change.faultAt()).isLessThan(change.detectedAt());
        assertThat(change.detectedAt()).isLessThan(change.tablesReadyAt());
        assertThat(change.tablesReadyAt()).isLessThan(change.completedAt());
        assertThat(change.completedAt()).isLessThan(change.distributedAt());
        Summary.Packets packets = run.summary().packets();
        assertThat(packets.inFlight()).isZero();
        assertThat(packets.generated()).isEqualTo(packets.injected());
        assertThat(packets.injected()).isEqualTo(packets.delivered() + packets.droppedTotal());
    }

    private static void losesOnlyWhatTheFaultCosts(ScenarioRun run) {
        assertThat(COST_OF_A_FAULT)
                .containsAll(run.summary().packets().dropped().keySet());
        assertThat(run.reconfiguration().discardedByCase()).isEmpty();
    }
}
