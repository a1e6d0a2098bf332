package org.reweave.emulator.run;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.reweave.emulator.governor.CutTotals;
import org.reweave.emulator.results.Summary;
import org.reweave.emulator.scenario.Pace;

/** A run that is held back: at a pace, paused, step by step. */
@Timeout(120)
@Tag("alone")
class PacingTest {
    private static final long HOUR = 3_600_000_000_000L;
    private static final int CYCLE_PS = 4000;
    private static final Pace MICROSECOND_AN_HOUR = new Pace(1_000_000, HOUR);

    private final AtomicLong now = new AtomicLong(5);

    private Pacing pacing(Pace pace) {
        Pacing pacing = new Pacing(Optional.ofNullable(pace), CYCLE_PS, now::get);
        pacing.begin();
        return pacing;
    }

    private static CutTotals at(long cycle) {
        return new CutTotals(1, cycle, new long[0], new long[0], 0, 0, 0, false, "");
    }

    /** A thread that waits in a cut. */
    private static Thread waiting(Pacing pacing, long cycle) throws InterruptedException {
        Thread thread = new Thread(() -> pacing.cut(at(cycle), List.of()));
        thread.setDaemon(true);
        thread.start();
        while (thread.getState() != Thread.State.WAITING && thread.getState() != Thread.State.TIMED_WAITING) {
            assertThat(thread.isAlive()).isTrue();
            Thread.sleep(1);
        }
        return thread;
    }

    @Test
    void withoutAPaceACutIsSeenAtOnce() {
        pacing(null).cut(at(1_000_000), List.of());
    }

    @Test
    void aCutIsSeenWhenItsWallTimeHasCome() throws InterruptedException {
        Pacing pacing = pacing(MICROSECOND_AN_HOUR);
        Thread thread = waiting(pacing, 250);
        now.set(5 + HOUR);
        pacing.resume(); // looks at the clock again
        thread.join();

        pacing.cut(at(250), List.of());
        Thread next = waiting(pacing, 251);
        pacing.release();
        next.join();
    }

    @Test
    void aPausedRunWaitsForAStepOrToGoOn() throws InterruptedException {
        Pacing pacing = pacing(null);
        pacing.pause();
        Thread first = waiting(pacing, 1);
        pacing.step();
        first.join();
        Thread second = waiting(pacing, 2);
        assertThat(pacing.isPaused()).isTrue();
        pacing.resume();
        second.join();
        pacing.cut(at(3), List.of());
    }

    @Test
    void timeInAPauseDoesNotCountForThePace() throws InterruptedException {
        Pacing pacing = pacing(MICROSECOND_AN_HOUR);
        pacing.pause();
        Thread paused = waiting(pacing, 250);
        now.set(10 * HOUR);
        pacing.resume();
        paused.join();

        Thread next = waiting(pacing, 500);
        pacing.release();
        next.join();
    }

    @Test
    void anotherPaceHoldsFromTheLastCutOn() throws InterruptedException {
        Pacing pacing = pacing(null);
        pacing.cut(at(1_000_000), List.of());
        pacing.pace(Optional.of(MICROSECOND_AN_HOUR));
        Thread held = waiting(pacing, 1_000_250);
        now.addAndGet(HOUR);
        pacing.resume(); // looks at the clock again
        held.join();

        Thread next = waiting(pacing, 1_001_000);
        pacing.pace(Optional.empty());
        next.join();
    }

    @Test
    void theEndOfARunWaitsForNothing() {
        Pacing pacing = pacing(MICROSECOND_AN_HOUR);
        pacing.pause();
        pacing.release();
        pacing.cut(at(250), List.of());
    }

    /** Pauses at some cuts, takes steps, goes on; conservative and lax. */
    @Test
    @Tag("slow")
    void aRunThatIsHeldBackHasTheSameResults() throws InterruptedException {
        for (Drivers drivers : List.of(Drivers.sequential(), Drivers.actors(2, 1))) {
            Summary free = builder(drivers).prepare().execute();
            assertThat(held(builder(drivers).set("run.pace=1ms per 1ms")).fingerprint())
                    .isEqualTo(free.fingerprint());
        }
        Summary lax = held(builder(Drivers.actors(2)).set("run.asynchrony=lax").set("run.lax.slack=0cycles"));
        assertThat(lax.fingerprint())
                .isEqualTo(builder(Drivers.sequential()).prepare().execute().fingerprint());
    }

    private static RunBuilder builder(Drivers drivers) {
        return Run.of(Path.of("../../cluster-config/scenarios/fat-tree-ddrc.conf"))
                .driver(drivers)
                .until("100us");
    }

    private static Summary held(RunBuilder builder) throws InterruptedException {
        Run run = builder.prepare();
        CountDownLatch paused = new CountDownLatch(1);
        run.watch(cut -> {
            if (paused.getCount() > 0) {
                run.pause();
                paused.countDown();
            }
        });
        Thread keys = new Thread(() -> {
            try {
                paused.await();
                run.step();
                run.step();
                Thread.sleep(20);
                assertThat(run.isPaused()).isTrue();
                run.resume();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        });
        keys.start();
        Summary summary = run.execute();
        keys.join();
        return summary;
    }
}
