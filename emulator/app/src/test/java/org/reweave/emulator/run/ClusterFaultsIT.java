package org.reweave.emulator.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.StringJoiner;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.reweave.emulator.cli.common.ExitCode;
import org.reweave.emulator.results.Summary;

/** JVMs of a cluster are lost under a run, each in another way. */
@Timeout(value = 300, unit = TimeUnit.SECONDS)
class ClusterFaultsIT extends RunOnField {
    private static final Duration STOPPED = Duration.ofSeconds(30);

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
}
