package org.reweave.emulator.run;

import static org.assertj.core.api.Assertions.assertThat;

import com.typesafe.config.ConfigFactory;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.IntSupplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.RepetitionInfo;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.reweave.emulator.cluster.ClusterClient;
import org.reweave.emulator.cluster.LossyTorus;
import org.reweave.emulator.results.Summary;

/** The JVMs of a cluster change under a run: some are lost, each in another way, one joins, one leaves. */
@Timeout(value = 300, unit = TimeUnit.SECONDS)
class ClusterFaultsIT {
    private static final long LONGEST_RECOVERY_SECONDS = 90;

    @TempDir
    private Path folder;

    @BeforeEach
    void findLostNodesSoon() {
        FieldNodes.HASTY.forEach(setting -> {
            String[] two = setting.split("=");
            System.setProperty(two[0], two[1]);
        });
        ConfigFactory.invalidateCaches();
    }

    @AfterEach
    void forget() {
        FieldNodes.HASTY.forEach(setting -> System.clearProperty(setting.split("=")[0]));
        ConfigFactory.invalidateCaches();
    }

    private static Summary undisturbed() {
        return Run.of(LossyTorus.NAME, LossyTorus.TEXT)
                .driver(Drivers.sequential())
                .prepare()
                .execute();
    }

    private static Drivers onCluster(int nodes, String contact) {
        return Drivers.actors(1).onCluster(nodes, contact, problem -> {
            throw new AssertionError(problem);
        });
    }

    private static Run slowRun(int nodes, String contact, AtomicLong cuts) {
        Run run = Run.of(LossyTorus.NAME, LossyTorus.TEXT)
                .set("run.pace=\"2us per 300ms\"")
                .driver(onCluster(nodes, contact))
                .prepare();
        run.watch(cut -> cuts.incrementAndGet());
        return run;
    }

    @Test
    @Tag("slow")
    void aRunThatLosesNodesByKillStopAndPartitionHasTheUndisturbedResultsAndTheLostNodesEnd()
            throws IOException, InterruptedException, ExecutionException, TimeoutException {
        try (FieldNodes nodes = new FieldNodes(folder, 4)) {
            loseThreeOfFour(nodes, () -> 6);
            awaitEndOfLost(nodes);
        }
    }

    @RepeatedTest(10)
    @Tag("campaign")
    void soDoesARunThatLosesThemAtAnyOtherMoment(RepetitionInfo round)
            throws IOException, InterruptedException, ExecutionException, TimeoutException {
        Random random = new Random(round.getCurrentRepetition());
        try (FieldNodes nodes = new FieldNodes(folder, 4)) {
            loseThreeOfFour(nodes, () -> 3 + random.nextInt(12));
            awaitEndOfLost(nodes);
        }
    }

    /** A node that wakes late, or has lost its network, finds out that it is no longer a member. */
    private static void awaitEndOfLost(FieldNodes nodes) throws IOException, InterruptedException {
        for (int node : nodes.canBePartitioned() ? List.of(2, 3) : List.of(3)) {
            boolean ended = nodes.process(node).waitFor(LONGEST_RECOVERY_SECONDS, TimeUnit.SECONDS);
            assertThat(ended)
                    .as("node %d has ended; it said: %s", node, nodes.log(node))
                    .isTrue();
            assertThat(nodes.log(node)).contains("is no longer a member of its cluster");
        }
    }

    @Test
    @Tag("slow")
    void aRunSpreadsOverAJvmThatJoinsAndGivesUpOneThatLeavesWithoutLoss()
            throws IOException, InterruptedException, ExecutionException, TimeoutException {
        Summary expected = undisturbed();
        Semaphore steps = new Semaphore(10); // cuts that the run may have by now
        try (FieldNodes nodes = new FieldNodes(folder, 2)) {
            Run run = Run.of(LossyTorus.NAME, LossyTorus.TEXT)
                    .driver(onCluster(2, nodes.contact()))
                    .prepare();
            run.watch(cut -> steps.acquireUninterruptibly());
            CompletableFuture<Summary> result = CompletableFuture.supplyAsync(run::execute);
            nodes.join();
            try (ClusterClient client = new ClusterClient(nodes.contact(), Optional.empty())) {
                while (client.members().stream().noneMatch(node -> isUp(node, nodes.contact(3)))) {
                    assertThat(result).as("the run").isNotDone();
                }
                assertThat(LossyTorus.whileCutsPass(steps, client::rebalance))
                        .contains(nodes.contact(2), nodes.contact(3));
                String left = LossyTorus.whileCutsPass(
                        steps, () -> client.leave(nodes.contact(2)).orElseThrow());
                assertThat(left).contains(nodes.contact(1), nodes.contact(3)).doesNotContain(nodes.contact(2));
            }
            steps.release(Integer.MAX_VALUE / 2);
            assertThat(nodes.process(2).waitFor(LONGEST_RECOVERY_SECONDS, TimeUnit.SECONDS))
                    .as("the node that left has ended")
                    .isTrue();
            Summary summary = result.get(LONGEST_RECOVERY_SECONDS, TimeUnit.SECONDS);

            assertThat(summary.fingerprint()).isEqualTo(expected.fingerprint());
            assertThat(summary.latency()).isEqualTo(expected.latency());
            assertThat(summary.cost().spread().nodes()).isEqualTo(2);
        }
    }

    private static boolean isUp(ClusterClient.MemberLine node, String address) {
        return node.address().equals(address) && !node.software().isEmpty();
    }

    /** @param wait number of cuts between two losses */
    private static void loseThreeOfFour(FieldNodes nodes, IntSupplier wait)
            throws IOException, InterruptedException, ExecutionException, TimeoutException {
        Summary expected = undisturbed();
        AtomicLong cuts = new AtomicLong();
        Run run = slowRun(4, nodes.contact(), cuts);
        CompletableFuture<Summary> result = CompletableFuture.supplyAsync(run::execute);

        awaitMoreCuts(result, cuts, wait.getAsInt());
        nodes.signal(4, "KILL");
        awaitMoreCuts(result, cuts, wait.getAsInt());
        nodes.signal(3, "STOP");
        awaitMoreCuts(result, cuts, wait.getAsInt());
        nodes.signal(3, "CONT");
        if (nodes.canBePartitioned()) {
            nodes.cutOff(2);
        }

        Summary summary = result.get(LONGEST_RECOVERY_SECONDS, TimeUnit.SECONDS);
        assertThat(summary.fingerprint()).isEqualTo(expected.fingerprint());
        assertThat(summary.latency()).isEqualTo(expected.latency());
        assertThat(cuts.get())
                .as("cuts that a watcher has seen")
                .isEqualTo(summary.cycles()
                        / run.network().resolved().scenario().run().cutInterval());
        assertThat(nodes.process(1).isAlive()).isTrue();
    }

    /** Waits until the run, or its recovery, gets on. */
    private static void awaitMoreCuts(CompletableFuture<Summary> result, AtomicLong cuts, int more)
            throws InterruptedException {
        long soFar = cuts.get();
        long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(LONGEST_RECOVERY_SECONDS);
        while (cuts.get() < soFar + more) {
            assertThat(result).as("the run").isNotDone();
            assertThat(System.nanoTime()).as("time of recovery").isLessThan(end);
            Thread.sleep(50);
        }
    }
}
