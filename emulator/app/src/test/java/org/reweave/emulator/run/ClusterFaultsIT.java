package org.reweave.emulator.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.typesafe.config.ConfigFactory;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.StringJoiner;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.reweave.emulator.cli.CommandRun;
import org.reweave.emulator.cli.common.ExitCode;
import org.reweave.emulator.cluster.ClusterClient;
import org.reweave.emulator.cluster.LossyTorus;
import org.reweave.emulator.cluster.messages.ClusterException;
import org.reweave.emulator.results.Summary;

/** The JVMs of a cluster change under a run: some are lost, each in another way, one joins, one leaves. */
@Timeout(value = 300, unit = TimeUnit.SECONDS)
class ClusterFaultsIT {
    private static final long LONGEST_RECOVERY_SECONDS = 90;
    private static final int CUTS_BETWEEN_LOSSES = 6;
    private static final Duration STOPPED = Duration.ofSeconds(30);

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
        Run run = slow(LossyTorus.TEXT).driver(onCluster(nodes, contact)).prepare();
        run.watch(cut -> cuts.incrementAndGet());
        return run;
    }

    private static RunBuilder slow(String scenario) {
        return Run.of(LossyTorus.NAME, scenario).set("run.pace=\"2us per 300ms\"");
    }

    private static long cutCycles(Run run) {
        return run.network().resolved().scenario().run().cutInterval();
    }

    @Test
    @Tag("slow")
    void aRunThatLosesNodesByKillStopAndPartitionHasTheUndisturbedResultsAndTheLostNodesEnd()
            throws IOException, InterruptedException, ExecutionException, TimeoutException {
        try (FieldNodes nodes = new FieldNodes(folder, 4)) {
            loseThreeOfFour(nodes);
            awaitEndOfLost(nodes);
        }
    }

    /** How a node is lost. */
    private enum Loss {
        KILL,
        STOP,
        PARTITION
    }

    static Stream<Arguments> losses() {
        String only = System.getProperty("reweave.campaign.loss", "");
        long first = Long.getLong("reweave.campaign.seed", 1);
        return Arrays.stream(Loss.values())
                .filter(loss -> only.isEmpty() || only.equals(loss.name()))
                .flatMap(loss -> LongStream.range(first, first + Integer.getInteger("reweave.campaign.losses", 10))
                        .mapToObj(seed -> Arguments.of(loss, seed)));
    }

    /**
     * A first loss of each kind and, of the two nodes that are left then, a second one of any kind in every second run.
     * {@code -Dreweave.campaign.losses=N} is the number of runs for each kind of the first loss,
     * {@code -Dreweave.campaign.seed=N} the first seed, {@code -Dreweave.campaign.loss=KILL|STOP|PARTITION} the only
     * kind.
     */
    @ParameterizedTest
    @MethodSource("losses")
    @Tag("campaign")
    void aRunThatLosesAnyNodesAtAnyMomentHasTheUndisturbedResults(Loss loss, long seed)
            throws IOException, InterruptedException, ExecutionException, TimeoutException {
        Random random = new Random(seed);
        Summary expected = undisturbed();
        AtomicLong cuts = new AtomicLong();
        List<Integer> order = new ArrayList<>(List.of(1, 2, 3));
        Collections.shuffle(order, random);
        int losses = 1 + random.nextInt(2);
        StringJoiner what = new StringJoiner(", ", "seed " + seed + ": ", "");
        try (FieldNodes nodes = new FieldNodes(folder, 3)) {
            assumeTrue(loss != Loss.PARTITION || nodes.canBePartitioned(), "network namespaces are not to be had");
            Run run = slowRun(3, nodes.contact(), cuts);
            int all = (int) (expected.cycles() / cutCycles(run));
            CompletableFuture<Summary> result = CompletableFuture.supplyAsync(run::execute);
            List<Integer> asleep = new ArrayList<>();
            List<Integer> aware = new ArrayList<>(); // will find out that they are lost
            int lost = 0;
            for (int number = 0; number < losses; number++) {
                int node = order.get(number);
                Loss how = number == 0 ? loss : drawn(nodes, random);
                awaitMoreCuts(result, cuts, 1 + random.nextInt(all / 4));
                Thread.sleep(random.nextInt(300));
                if (cuts.get() == all) { // a run that makes up for the time of its recovery is soon over
                    break;
                }
                what.add(how + " of node " + node + " at cut " + cuts.get() + " of " + all);
                lose(how, nodes, node);
                lost++;
                if (how == Loss.STOP) {
                    asleep.add(node);
                }
                if (how != Loss.KILL) {
                    aware.add(node);
                }
            }
            long stopped = System.nanoTime();

            Summary summary = result.get(LONGEST_RECOVERY_SECONDS, TimeUnit.SECONDS);
            assertThat(summary.fingerprint()).isEqualTo(expected.fingerprint());
            assertThat(summary.latency()).isEqualTo(expected.latency());
            assertThat(cuts.get()).as("cuts that a watcher has seen").isEqualTo(all);
            assertThat(summary.cost().spread().nodes()).as("nodes at the end").isEqualTo(3 - lost);
            if (!asleep.isEmpty()) {
                TimeUnit.NANOSECONDS.sleep(stopped + STOPPED.toNanos() - System.nanoTime());
                asleep.forEach(node -> nodes.signal(node, "CONT"));
            }
            if (lost == 1) { // two that are parted from the run in different ways may go on without it
                for (int node : aware) {
                    awaitEnd(nodes, node);
                }
            }
            what.add("the run is as if undisturbed");
        } finally {
            System.out.println(what); // a campaign takes hours
        }
    }

    private static Loss drawn(FieldNodes nodes, Random random) {
        return Loss.values()[random.nextInt(nodes.canBePartitioned() ? 3 : 2)];
    }

    private static void lose(Loss loss, FieldNodes nodes, int node) {
        if (loss == Loss.PARTITION) {
            nodes.cutOff(node);
        } else {
            nodes.signal(node, loss.name());
        }
    }

    /** A node that wakes late, or has lost its network, finds out that it is no longer a member. */
    private static void awaitEndOfLost(FieldNodes nodes) throws IOException, InterruptedException {
        for (int node : nodes.canBePartitioned() ? List.of(2, 3) : List.of(3)) {
            awaitEnd(nodes, node);
            assertThat(nodes.process(node).exitValue())
                    .as("exit code of node %d", node)
                    .isEqualTo(ExitCode.NODE_LOST);
        }
    }

    private static void awaitEnd(FieldNodes nodes, int node) throws IOException, InterruptedException {
        boolean ended = nodes.process(node).waitFor(LONGEST_RECOVERY_SECONDS, TimeUnit.SECONDS);
        assertThat(ended)
                .as("node %d has ended; it said: %s", node, nodes.log(node))
                .isTrue();
        assertThat(nodes.log(node)).contains("is no longer a member of its cluster");
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
                while (steps.availablePermits() > 0
                        || client.members().stream().noneMatch(node -> isUp(node, nodes.contact(3)))) {
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

    /** Loses nodes of a run on three. */
    private interface Losses {
        void happen(FieldNodes nodes, CompletableFuture<Summary> run, AtomicLong cuts)
                throws IOException, InterruptedException;
    }

    /**
     * A run on three nodes gets on, loses some, and has the undisturbed fingerprint.
     *
     * @param partitions whether losses need network namespaces
     * @param left nodes at the end
     */
    private void hasTheUndisturbedResults(boolean partitions, int left, Losses losses)
            throws IOException, InterruptedException, ExecutionException, TimeoutException {
        Summary expected = undisturbed();
        AtomicLong cuts = new AtomicLong();
        try (FieldNodes nodes = new FieldNodes(folder, 3)) {
            assumeTrue(!partitions || nodes.canBePartitioned(), "network namespaces are not to be had");
            CompletableFuture<Summary> run = CompletableFuture.supplyAsync(slowRun(3, nodes.contact(), cuts)::execute);
            awaitMoreCuts(run, cuts, CUTS_BETWEEN_LOSSES);
            losses.happen(nodes, run, cuts);

            Summary summary = run.get(LONGEST_RECOVERY_SECONDS, TimeUnit.SECONDS);
            assertThat(summary.fingerprint()).isEqualTo(expected.fingerprint());
            assertThat(summary.cost().spread().nodes()).as("nodes at the end").isEqualTo(left);
        }
    }

    /** A majority would end the last node, which is not the one with the lowest address of the two. */
    @ParameterizedTest
    @EnumSource
    @Tag("slow")
    void aRunGoesOnWhileNodesAreLostFromTheSeedOnDownToTheLastOne(Loss loss) throws Exception {
        hasTheUndisturbedResults(loss == Loss.PARTITION, 1, (nodes, run, cuts) -> {
            lose(loss, nodes, 1);
            awaitMoreCuts(run, cuts, CUTS_BETWEEN_LOSSES);
            lose(loss, nodes, 2);
        });
    }

    /** The two are a majority without the run. */
    @Test
    @Tag("slow")
    void aRunGoesOnWithTheOneNodeThatItReachesWhenTwoOfThreeAreCutOffAtOnce() throws Exception {
        hasTheUndisturbedResults(true, 1, (nodes, run, cuts) -> {
            nodes.cutOff(1);
            nodes.cutOff(2);
        });
    }

    @Test
    @Tag("slow")
    void aNodeThatIsAskedToEndHandsItsDevicesOver() throws Exception {
        hasTheUndisturbedResults(false, 2, (nodes, run, cuts) -> {
            nodes.signal(2, "TERM");
            assertThat(nodes.process(2).waitFor(LONGEST_RECOVERY_SECONDS, TimeUnit.SECONDS))
                    .as("the node has ended")
                    .isTrue();
            assertThat(nodes.process(2).exitValue()).as("of SIGTERM").isEqualTo(128 + 15);
            assertThat(nodes.log(2)).doesNotContain("cannot hand its devices over", "ends with devices of a run");
        });
    }

    /** The words of the message are the command; the nodes of the new cluster have the addresses of the lost ones. */
    @Test
    @Tag("slow")
    void aRunThatHasLostItsClusterNamesTheCommandThatGoesOnOnAnotherOne() throws Exception {
        Summary expected = undisturbed();
        AtomicLong cuts = new AtomicLong();
        List<String> remarks = new ArrayList<>();
        Path target = folder.resolve("run");
        String contact;
        try (FieldNodes nodes = new FieldNodes(folder, 2)) {
            contact = nodes.contact();
            Run run = slow(LossyTorus.TEXT + "run.checkpoint = every 4us\n")
                    .folder(target)
                    .journal()
                    .driver(onCluster(2, contact))
                    .prepare();
            run.watch(new RunWatcher() {
                @Override
                public void cut(RunCut cut) {
                    cuts.incrementAndGet();
                }

                @Override
                public void broken(String remark) {
                    remarks.add(remark);
                }
            });
            CompletableFuture<Summary> result = CompletableFuture.supplyAsync(run::execute);
            awaitMoreCuts(result, cuts, 2 * CUTS_BETWEEN_LOSSES);
            lose(Loss.KILL, nodes, 1);
            lose(Loss.KILL, nodes, 2);
            assertThatThrownBy(() -> result.get(LONGEST_RECOVERY_SECONDS, TimeUnit.SECONDS))
                    .hasCauseInstanceOf(ClusterException.class)
                    .hasMessageContaining("no node is left");
        }
        String command = "reweave resume " + target + " --cluster " + contact + " --nodes 2";
        assertThat(remarks).hasSize(1);
        assertThat(remarks.get(0))
                .endsWith("'" + command + "', or in one process 'reweave resume " + target + "', goes on with it");

        try (FieldNodes nodes = new FieldNodes(folder, 2)) {
            assertThat(nodes.contact()).isEqualTo(contact);
            String[] words = command.split(" ");
            CommandRun resumed = CommandRun.of(Arrays.copyOfRange(words, 1, words.length));
            assertThat(resumed.code()).as(resumed.err()).isEqualTo(ExitCode.DONE);
            assertThat(resumed.err()).contains("goes on from its checkpoint at cycle ");
            assertThat(resumed.out()).contains(expected.fingerprint());
        }
    }

    private static boolean isUp(ClusterClient.MemberLine node, String address) {
        return node.address().equals(address) && !node.software().isEmpty();
    }

    private static void loseThreeOfFour(FieldNodes nodes)
            throws IOException, InterruptedException, ExecutionException, TimeoutException {
        Summary expected = undisturbed();
        AtomicLong cuts = new AtomicLong();
        Run run = slowRun(4, nodes.contact(), cuts);
        CompletableFuture<Summary> result = CompletableFuture.supplyAsync(run::execute);

        awaitMoreCuts(result, cuts, CUTS_BETWEEN_LOSSES);
        nodes.signal(4, "KILL");
        awaitMoreCuts(result, cuts, CUTS_BETWEEN_LOSSES);
        nodes.signal(3, "STOP");
        awaitMoreCuts(result, cuts, CUTS_BETWEEN_LOSSES);
        nodes.signal(3, "CONT");
        if (nodes.canBePartitioned()) {
            nodes.cutOff(2);
        }

        Summary summary = result.get(LONGEST_RECOVERY_SECONDS, TimeUnit.SECONDS);
        assertThat(summary.fingerprint()).isEqualTo(expected.fingerprint());
        assertThat(summary.latency()).isEqualTo(expected.latency());
        assertThat(cuts.get()).as("cuts that a watcher has seen").isEqualTo(summary.cycles() / cutCycles(run));
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
