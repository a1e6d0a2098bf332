package org.reweave.emulator.batch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.reweave.emulator.network.Network;
import org.reweave.emulator.results.Summary;
import org.reweave.emulator.run.Drivers;
import org.reweave.emulator.run.Run;
import org.reweave.emulator.scenario.ResolvedScenario;
import org.reweave.emulator.scenario.ScenarioLoader;

class BatchTest {
    private static final String RING = """
            description = "A ring of four"
            fabric { generator = "torus:4" }
            routing { engine = updown }
            device.preset = iq-router
            traffic { pattern = uniform, load = 0.1 }
            """;

    private static Run run(long seed, String duration) {
        var scenario = ScenarioLoader.parse(
                "ring.conf",
                RING,
                List.of("seed=" + seed, "run.duration=" + duration, "run.limit=1000s", "run.warmup=0cycles"));
        return Run.of(new Network(ResolvedScenario.of(scenario)), Drivers.sequential());
    }

    private static Batch.Job<String> fingerprint(long seed) {
        return emulations -> emulations.execute(run(seed, "5000cycles")).fingerprint();
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 5})
    void resultsOfEmulationsComeInTheOrderOfTheJobsForAnyNumberOfThreads(int threads) {
        List<String> alone = IntStream.range(1, 7)
                .mapToObj(seed -> run(seed, "5000cycles").execute().fingerprint())
                .toList();
        List<String> together = new Batch(threads)
                .all(IntStream.range(1, 7).mapToObj(BatchTest::fingerprint).toList());
        assertThat(together).isEqualTo(alone).doesNotHaveDuplicates();
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 3})
    void jobsWithoutEndAreAskedForAFewAheadAndEndWhenNoMoreAreWanted(int threads) {
        AtomicInteger asked = new AtomicInteger();
        Iterator<Batch.Job<Integer>> endless = new Iterator<>() {
            @Override
            public boolean hasNext() {
                return true;
            }

            @Override
            public Batch.Job<Integer> next() {
                int number = asked.getAndIncrement();
                return emulations -> number;
            }
        };
        List<Integer> results = new ArrayList<>();
        new Batch(threads).inOrder(endless, number -> {
            results.add(number);
            assertThat(asked.get() - number).isLessThanOrEqualTo(4 * threads);
            return number < 30;
        });
        assertThat(results).isEqualTo(IntStream.rangeClosed(0, 30).boxed().toList());
    }

    @Test
    void emulationsUnderWayAreStoppedWhenNoMoreAreWanted() {
        Batch batch = new Batch(2);
        List<Batch.Job<String>> jobs = List.of(fingerprint(1), emulations -> endless(emulations));
        batch.inOrder(jobs.iterator(), result -> false);
        assertThat(batch.all(List.of(fingerprint(2)))).hasSize(1); // the batch is as good as new
    }

    private static String endless(Emulations emulations) {
        Summary summary = emulations.execute(run(1, "900s"));
        return summary.fingerprint();
    }

    @Test
    void theFirstFailureInTheOrderOfTheJobsIsThrownAfterTheResultsBeforeIt() {
        List<Integer> results = new ArrayList<>();
        CountDownLatch laterFailed = new CountDownLatch(1);
        List<Batch.Job<Integer>> jobs = List.of(
                emulations -> 1,
                emulations -> {
                    laterFailed.await();
                    throw new IOException("first");
                },
                emulations -> {
                    laterFailed.countDown();
                    throw new IllegalStateException("later");
                });
        assertThatThrownBy(() -> new Batch(2).inOrder(jobs.iterator(), results::add))
                .isInstanceOf(UncheckedIOException.class)
                .hasMessageContaining("first");
        assertThat(results).containsExactly(1);
    }

    @Test
    void cancelEndsEmulationsWithoutTheirResultsForGood() {
        Batch batch = new Batch(2);
        List<Batch.Job<String>> jobs = List.of(
                emulations -> {
                    batch.cancel();
                    return "done";
                },
                emulations -> endless(emulations));
        assertThatThrownBy(() -> batch.all(jobs)).isInstanceOf(CancellationException.class);
        assertThatThrownBy(() -> batch.all(List.of(fingerprint(1)))).isInstanceOf(CancellationException.class);
    }

    @Test
    void aJobThatDoesNotEndAfterACancelIsLeftBehind() {
        Batch batch = new Batch(1);
        CountDownLatch never = new CountDownLatch(1);
        Batch.Job<Boolean> stubborn = emulations -> {
            batch.cancel();
            never.await();
            return true;
        };
        try {
            assertThatThrownBy(() -> batch.all(List.of(stubborn))).isInstanceOf(CancellationException.class);
        } finally {
            never.countDown();
        }
    }
}
