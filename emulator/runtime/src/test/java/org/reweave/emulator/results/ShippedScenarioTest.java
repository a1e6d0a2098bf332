package org.reweave.emulator.results;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;
import static org.assertj.core.api.Assertions.withinPercentage;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.reweave.emulator.actor.ActorDriver;
import org.reweave.emulator.drive.HorizonPolicy;
import org.reweave.emulator.governor.Deadlock;
import org.reweave.emulator.governor.Outcome;
import org.reweave.emulator.stats.Counter;
import org.reweave.emulator.stats.EventKind;
import org.reweave.routing.topology.Fabric;

/** What the comments of {@code cluster-config/scenarios/*.conf} promise. */
@Tag("slow")
class ShippedScenarioTest {
    /** What a failing link or switch may cost; anything else is a fault of the scheme or of ours. */
    private static final Set<String> COST_OF_A_FAULT =
            Set.of("dead-output", "on-wire", "cut", "output-lost", "device-failure");

    @Test
    void everyShippedScenarioHasATestHere() throws IOException {
        try (Stream<Path> files = Files.list(Path.of("../../cluster-config/scenarios"))) {
            assertThat(files.map(file -> file.getFileName().toString()).filter(name -> name.endsWith(".conf")))
                    .as("tests are here and in ManagedScenarioTest")
                    .containsExactlyInAnyOrder(
                            "thesis-6x6.conf",
                            "torus-8x8-ebr.conf",
                            "torus-8x8-overlap.conf",
                            "torus-8x8-naive.conf",
                            "fat-tree-4x3.conf",
                            "fat-tree-dlr.conf",
                            "fat-tree-ddrc.conf",
                            "fat-tree-ddrc-source.conf",
                            "fat-tree-hybrid.conf",
                            "bring-up.conf",
                            "growing-fabric.conf",
                            "optical-circuits.conf",
                            "real-fabric.conf",
                            "torus-8x8-static.conf",
                            "torus-8x8-double-scheme.conf",
                            "torus-8x8-sr-pda.conf",
                            "torus-8x8-sr-la.conf",
                            "link-recovery.conf",
                            "random-faults.conf",
                            "planned-rerooting.conf",
                            "planned-maintenance.conf",
                            "torus-8x8-uniform.conf",
                            "torus-8x8-bubble.conf",
                            "torus-8x8-wormhole.conf",
                            "lost-traps.conf",
                            "standby.conf",
                            "stencil-on-real-fabric.conf",
                            "mixed-sizes.conf",
                            "mikant-go-back.conf",
                            "kns-intermediates.conf",
                            "torus-8x8-rftr.conf",
                            "torus-8x8-apm.conf",
                            "torus-8x8-combined.conf");
        }
    }

    @Test
    void whatNobodyPlannedIsFoundNamedAndRoutedFromBareTables() {
        ScenarioRun run = ScenarioRun.of("bring-up");
        assertThat(run.summary().outcome()).isEqualTo(Outcome.COMPLETED);
        assertThat(run.count(EventKind.UNPLANNED_DEVICE)).as("s12 and n12").isEqualTo(2);
        assertThat(run.count(EventKind.UNPLANNED_LINK)).as("3, and 3 of s12").isEqualTo(6);
        assertThat(run.count(EventKind.MOVED_LINK)).isEqualTo(2);
        assertThat(run.count(EventKind.MISSING_LINK)).isEqualTo(2);
        assertThat(run.count(EventKind.SMP_RETRIED)).isPositive();
        assertThat(run.summary().packets().injected()).isPositive();
        assertThat(run.summary().packets().delivered())
                .isEqualTo(run.summary().packets().injected());
        Reconfiguration bringUp = run.summary().reconfigurations().get(0);
        assertThat(bringUp.scheme()).isEqualTo(Reconfiguration.BRING_UP);
        assertThat(bringUp.faultAt()).isOne();
        assertThat(bringUp.devices()).isEqualTo(26);
        assertThat(bringUp.smps()).as("questions, tables, paths").isGreaterThanOrEqualTo(13 + 26);
    }

    @Test
    void theStandbyTakesOverFromAManagerThatHangsAndThatOneRetires() {
        ScenarioRun run = ScenarioRun.of("standby");
        assertThat(run.summary().outcome()).isEqualTo(Outcome.COMPLETED);
        assertThat(run.count(EventKind.TOOK_OVER)).isOne();
        assertThat(run.count(EventKind.RETIRED)).isOne();
        assertThat(run.summary().packets().droppedTotal()).isBetween(20L, 100L);
        Reconfiguration change = run.summary().reconfigurations().get(0);
        assertThat(change.devices()).isEqualTo(32);
        assertThat(change.ns().distributedAt()).isBetween(550_000.0, 750_000.0);
    }

    @Test
    void whatIsPluggedInUnderLoadIsFoundAndUsed() {
        ScenarioRun run = ScenarioRun.of("growing-fabric");
        assertThat(run.summary().outcome()).isEqualTo(Outcome.COMPLETED);
        assertThat(run.count(EventKind.UNPLANNED_DEVICE))
                .as("2 switches, 3 NICs")
                .isEqualTo(5);
        assertThat(run.count(EventKind.UNPLANNED_LINK)).isEqualTo(10);
        assertThat(run.summary().reconfigurations()).hasSize(2);
        assertThat(run.summary().packets().droppedTotal()).isZero();
        assertThat(run.summary().packets().delivered())
                .isEqualTo(run.summary().packets().injected());
    }

    @Test
    void circuitsThatMoveUnderLoadAreFoundAndUsed() {
        ScenarioRun run = ScenarioRun.of("optical-circuits");
        assertThat(run.summary().outcome()).isEqualTo(Outcome.COMPLETED);
        assertThat(run.count(EventKind.UNPLANNED_LINK) + run.count(EventKind.MOVED_LINK))
                .as("three times four circuits, some of them in ports that the map has free by then")
                .isEqualTo(12);
        assertThat(run.count(EventKind.MOVED_LINK)).isPositive();
        List<FoundCables.Found> cables = run.recorder().cables().found();
        assertThat(cables).extracting(FoundCables.Found::before).startsWith(List.of(), List.of(), List.of(), List.of());
        assertThat(cables.subList(4, 12))
                .as("moved, whatever the map had forgotten")
                .allSatisfy(found -> assertThat(found.before()).hasSize(2));
        assertThat(run.count(EventKind.MISSING_LINK)).isEqualTo(8);
        assertThat(run.summary().reconfigurations()).hasSize(5);
        assertThat(run.count(EventKind.PORT_DOWN)).isEqualTo(16);
        assertThat(run.summary().packets().delivered())
                .isEqualTo(run.summary().packets().injected()
                        - run.summary().packets().droppedTotal());
    }

    @Test
    void theUniformTorusAcceptsWhatIsOfferedBelowItsKnee() throws IOException {
        Summary summary = ScenarioRun.of("torus-8x8-uniform").summary();
        assertThat(summary.outcome()).isEqualTo(Outcome.COMPLETED);
        assertThat(summary.load().offered()).isCloseTo(0.3, within(0.003));
        assertThat(summary.load().accepted()).isCloseTo(summary.load().offered(), within(0.002));
        assertThat(summary.latency().total().mean()).isBetween(44.0, 49.0);
    }

    /**
     * Beside BookSim2 28f43299 with the same parameters and no packets to the own node: emulator/docs/switch-model.md.
     */
    @Test
    void theWormholeTorusHasTheLatencyOfAnEstablishedSimulator() throws IOException {
        Summary summary = ScenarioRun.of("torus-8x8-wormhole").summary();
        assertThat(summary.outcome()).isEqualTo(Outcome.COMPLETED);
        assertThat(summary.load().accepted()).isCloseTo(0.25, within(0.003));
        assertThat(summary.latency().network().mean()).isCloseTo(61.7, withinPercentage(5));
        assertThat(summary.latency().total().mean()).isCloseTo(68.9, withinPercentage(5));
    }

    @Test
    void bubblesKeepATorusOnOneLaneFromDeadlockFarBeyondSaturation() {
        ScenarioRun bubbles = ScenarioRun.of("torus-8x8-bubble");
        assertThat(bubbles.summary().outcome()).isEqualTo(Outcome.COMPLETED);
        assertThat(bubbles.summary().packets().droppedTotal()).isZero();
        assertThat(bubbles.summary().load().accepted()).isBetween(0.59, 0.62);
        ScenarioRun datelines = ScenarioRun.of(
                "torus-8x8-bubble",
                "routing.options.vl=dateline",
                "device.switch.vls=2",
                "device.switch.input-buffer=64flits");
        assertThat(datelines.summary().load().accepted())
                .as("the same memory as two VLs")
                .isBetween(0.54, 0.58);
    }

    @Test
    void theTorusGoesOnWhileEbrdUpdatesIt() {
        ScenarioRun run = ScenarioRun.of("torus-8x8-ebr");
        completesWithOneReconfiguration(run, 128);
        losesOnlyWhatTheFaultCosts(run);
        assertThat(run.summary().packets().droppedTotal()).isBetween(1L, 100L);
        assertThat(run.reconfiguration().ns().faultAt()).isEqualTo(500_000);
        assertThat(run.reconfiguration().ns().completedAt()).isBetween(800_000.0, 1_000_000.0);
        assertThat(run.reconfiguration().ns().lastNicAt()).isBetween(1_000_000.0, 1_200_000.0);
        assertThat(run.summary().load().accepted()).isBetween(0.095, 0.105);
        assertThat(run.summary().load().offered()).isBetween(0.095, 0.105);
    }

    @Test
    void aSecondFaultEndsTheFirstChangeAndIsRoutedAroundSooner() {
        ScenarioRun run = ScenarioRun.of("torus-8x8-overlap");
        double overlapping = sinceTheSecondFault(run);
        assertThat(overlapping).isBetween(300_000.0, 500_000.0);
        List<Reconfiguration> changes = run.summary().reconfigurations();
        assertThat(changes.get(0).abandoned()).isTrue();
        assertThat(changes.get(0).completedAt()).isNull();
        assertThat(changes.get(0).devices()).as("some had their tables").isBetween(1, 127);
        assertThat(changes.get(1).abandoned()).isFalse();
        assertThat(changes.get(1).devices()).isEqualTo(128);
        ScenarioRun apart = ScenarioRun.of("torus-8x8-overlap", "reconfiguration.options.overlap=off");
        assertThat(apart.summary().reconfigurations()).noneMatch(Reconfiguration::abandoned);
        assertThat(sinceTheSecondFault(apart) / overlapping).isGreaterThan(5);
        String elsewhere = "faults=[{ at = 500us, link = s3_4-s4_4 }, { at = 800us, link = s5_5-s6_5 }]";
        assertThat(sinceTheSecondFault(ScenarioRun.of("torus-8x8-overlap", elsewhere)))
                .isLessThan(sinceTheSecondFault(
                        ScenarioRun.of("torus-8x8-overlap", elsewhere, "reconfiguration.options.overlap=off")));
    }

    private static double sinceTheSecondFault(ScenarioRun run) {
        assertThat(run.result().outcome()).isEqualTo(Outcome.COMPLETED);
        assertThat(run.summary().reconfigurations()).hasSize(2);
        Reconfiguration second = run.summary().reconfigurations().get(1);
        assertThat(second.ns().faultAt()).isEqualTo(800_000);
        return second.ns().completedAt() - second.ns().faultAt();
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

    /**
     * Two separators cross each working link in each direction: tokens on both VLs, or the marks on VL 1 and later on
     * VL 0.
     */
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
    void theFatTreeReroutesLocallyAndLosesNothing() {
        ScenarioRun run = ScenarioRun.of("fat-tree-dlr");
        assertThat(run.result().outcome()).isEqualTo(Outcome.COMPLETED);
        assertThat(run.summary().packets().droppedTotal()).isZero();
        assertThat(run.count(EventKind.REROUTED)).isBetween(400L, 700L);
        assertThat(run.count(EventKind.TURNED_BACK)).isBetween(250L, 450L);
        assertThat(run.count(EventKind.INSTALLED)).isZero();
        assertThat(run.summary().load().accepted()).isBetween(0.295, 0.305);
    }

    @Test
    void withTablesAloneTheSameFatTreeLosesWhatIsForTheDeadLinkMeanwhile() {
        ScenarioRun run = ScenarioRun.of("fat-tree-ddrc");
        completesWithOneReconfiguration(run, 48);
        assertThat(run.summary().packets().dropped().keySet())
                .isSubsetOf("dead-output", "unreachable", "on-wire", "cut", "output-lost");
        assertThat(run.summary().packets().droppedTotal()).isBetween(300L, 600L);
        assertThat(run.count(EventKind.REROUTED)).isZero();
    }

    @Test
    void withSourceRoutingTheSameFatTreeLosesLittleAndNothingWhenTheLinkComesBack() {
        ScenarioRun run = ScenarioRun.of("fat-tree-ddrc-source");
        assertThat(run.result().outcome()).isEqualTo(Outcome.COMPLETED);
        assertThat(run.summary().packets().dropped().keySet())
                .isSubsetOf("dead-output", "on-wire", "cut", "output-lost");
        assertThat(run.summary().packets().droppedTotal()).isBetween(1L, 30L);
        assertThat(run.summary().reconfigurations()).hasSize(2).allSatisfy(change -> {
            assertThat(change.devices()).isEqualTo(64);
            assertThat(change.ns().completedAt() - change.ns().faultAt()).isBetween(5_000.0, 12_000.0);
        });
        assertThat(run.count(EventKind.INSTALLED)).isZero();
        assertThat(run.summary().load().accepted()).isBetween(0.295, 0.305);
    }

    @Test
    void theHybridLosesAsLittleAsLocalReroutingAndEndsOnNewTables() {
        ScenarioRun run = ScenarioRun.of("fat-tree-hybrid");
        completesWithOneReconfiguration(run, 48);
        assertThat(run.summary().packets().droppedTotal()).isZero();
        assertThat(run.count(EventKind.TURNED_BACK)).isPositive();
        assertThat(run.count(EventKind.DEVICE_DOWN)).isZero();
    }

    @Test
    void theThesisTorusMovesToNewTables() {
        assertThat(ScenarioRun.of("thesis-6x6").result().outcome()).isEqualTo(Outcome.COMPLETED);
    }

    @Test
    void rftrTouchesOnlyWhatTheFaultBroke() {
        ScenarioRun run = ScenarioRun.of("torus-8x8-rftr");
        completesWithOneReconfiguration(run, 35);
        losesOnlyWhatTheFaultCosts(run);
        assertThat(run.reconfiguration().smps()).isBetween(35L, 60L);
        assertThat(run.summary().packets().droppedTotal()).isBetween(1L, 100L);
        assertThat(run.reconfiguration().ns().completedAt()).isBetween(750_000.0, 900_000.0);
        assertThat(run.count(EventKind.NOT_TOLERATED)).isZero();
    }

    @ParameterizedTest
    @CsvSource({"torus-8x8-apm, 2", "torus-8x8-combined, 4"})
    void nicsMigrateAtOnceAndAreGivenOtherPathsThen(String scenario, int faults) {
        ScenarioRun run = ScenarioRun.of(scenario);
        assertThat(run.result().outcome()).isEqualTo(Outcome.COMPLETED);
        assertThat(run.count(EventKind.NOT_TOLERATED)).isZero();
        assertThat(run.count(EventKind.MIGRATED)).isGreaterThan(50L * faults);
        List<Reconfiguration> changes = run.summary().reconfigurations();
        assertThat(changes).as("a fault each").hasSize(faults).allMatch(Reconfiguration::isComplete);
        List<Long> ends = run.cycles(EventKind.RECONFIGURED);
        assertThat(ends).as("migrations, and what follows the discovery").hasSize(2 * faults);
        List<Long> discoveries = run.cycles(EventKind.SWEEP_DONE);
        for (int fault = 0; fault < faults; fault++) {
            Reconfiguration change = changes.get(fault);
            long migrated = ends.get(2 * fault);
            assertThat((migrated - change.faultAt()) * run.summary().cycleNs()).isLessThan(250_000.0);
            assertThat(discoveries).noneMatch(at -> at > change.faultAt() && at < migrated);
            assertThat(change.tablesReadyAt()).isLessThan(migrated);
            assertThat(change.completedAt()).isBetween(migrated, ends.get(2 * fault + 1));
        }
        assertThat(COST_OF_A_FAULT)
                .containsAll(run.summary().packets().dropped().keySet());
        assertThat(run.result().last().count(Counter.MESSAGES_UNDELIVERED)).isZero();
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
    void goBackFindsAWayAroundFailedRoots() {
        ScenarioRun run = ScenarioRun.of("mikant-go-back");
        completesWithoutNewTables(run);
        assertThat(run.summary().packets().dropped().keySet()).containsOnly("cut", "device-failure", "on-wire");
        assertThat(run.summary().packets().droppedTotal()).isBetween(1L, 20L);
        assertThat(new ActorDriver(run.network(), (totals, events) -> {}, 2, 1, HorizonPolicy.FULL)
                        .run()
                        .fingerprint())
                .isEqualTo(run.result().fingerprint());
    }

    /** Its queues are full when the roots fail: what waits for them takes another way, too. */
    @Test
    void goBackReroutesWhatWaitsForAFailedOutput() {
        ScenarioRun run = ScenarioRun.of("mikant-go-back", "traffic.load=0.5", "run.duration=450us");
        completesWithoutNewTables(run);
        assertThat(run.summary().packets().dropped()).doesNotContainKeys("dead-output", "unreachable", "hop-limit");
    }

    @Test
    void onePortLosesThePacketsOfAFailedRoot() {
        ScenarioRun run =
                ScenarioRun.of("mikant-go-back", "routing.options.fault-tolerance=one-port", "run.duration=450us");
        completesWithoutNewTables(run);
        assertThat(run.summary().packets().dropped().get("unreachable")).isBetween(200L, 2_000L);
    }

    private static void completesWithoutNewTables(ScenarioRun run) {
        assertThat(run.result().outcome()).isEqualTo(Outcome.COMPLETED);
        assertThat(run.count(EventKind.INSTALLED)).isZero();
        Summary.Packets packets = run.summary().packets();
        assertThat(packets.inFlight()).isZero();
        assertThat(packets.injected()).isEqualTo(packets.delivered() + packets.droppedTotal());
    }

    @Test
    void theFingerprintBelongsToScenarioAndSeed() {
        String first = ScenarioRun.of("real-fabric").summary().fingerprint();
        assertThat(ScenarioRun.of("real-fabric").summary().fingerprint()).isEqualTo(first);
        assertThat(ScenarioRun.of("real-fabric", "seed=2").summary().fingerprint())
                .isNotEqualTo(first);
    }

    /**
     * Five links are missing from the start and a sixth fails: every packet but those that this costs arrives, by at
     * most two intermediates, and only NICs and switches with the last link's destinations get anything new.
     */
    @Test
    void knsPacketsGoAroundFaultsByIntermediateNodes() {
        ScenarioRun run = ScenarioRun.of("kns-intermediates");
        assertThat(run.result().outcome()).isEqualTo(Outcome.COMPLETED);
        assertThat(run.count(EventKind.UNREACHABLE)).isZero();
        losesOnlyWhatTheFaultCosts(run);
        assertThat(run.reconfiguration().isComplete()).isTrue();
        Reconfiguration.Times times = run.reconfiguration().ns();
        assertThat(times.completedAt() - times.faultAt()).isBetween(9_000.0, 20_000.0);
        assertThat(run.summary().packets().droppedTotal()).isBetween(1L, 200L);
        assertThat(run.summary().load().accepted()).isBetween(0.195, 0.205);
        assertThat(run.summary().hops().mean())
                .as("router, crossbar, router, ..: 5 for most pairs, 3 within a row")
                .isBetween(4.5, 4.7);
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
