package org.reweave.emulator.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.typesafe.config.ConfigFactory;
import java.io.IOException;
import java.nio.file.Path;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;
import org.reweave.emulator.cluster.LossyTorus;
import org.reweave.emulator.results.Summary;

/** A slow run on nodes in the field, where losses are found sooner than elsewhere. */
abstract class RunOnField {
    static final long LONGEST_RECOVERY_SECONDS = 90;
    static final int CUTS_BETWEEN_LOSSES = 6;

    @TempDir
    Path folder;

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

    static Summary undisturbed() {
        return Run.of(LossyTorus.NAME, LossyTorus.TEXT)
                .driver(Drivers.sequential())
                .prepare()
                .execute();
    }

    static Drivers onCluster(int nodes, String contact) {
        return Drivers.actors(1).onCluster(nodes, contact, problem -> {
            throw new AssertionError(problem);
        });
    }

    static Run slowRun(int nodes, String contact, AtomicLong cuts) {
        Run run = slow(LossyTorus.TEXT).driver(onCluster(nodes, contact)).prepare();
        run.watch(cut -> cuts.incrementAndGet());
        return run;
    }

    static RunBuilder slow(String scenario) {
        return Run.of(LossyTorus.NAME, scenario).set("run.pace=\"2us per 300ms\"");
    }

    static long cutCycles(Run run) {
        return run.network().resolved().scenario().run().cutInterval();
    }

    /** Loses nodes of a run on three. */
    interface Losses {
        void happen(FieldNodes nodes, CompletableFuture<Summary> run, AtomicLong cuts)
                throws IOException, InterruptedException;
    }

    /**
     * A run on three nodes gets on, loses some, and has the undisturbed fingerprint.
     *
     * @param partitions whether losses need network namespaces
     * @param left nodes at the end
     */
    void hasTheUndisturbedResults(boolean partitions, int left, Losses losses)
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

    /** Waits until the run, or its recovery, gets on. */
    static void awaitMoreCuts(CompletableFuture<Summary> result, AtomicLong cuts, int more)
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
