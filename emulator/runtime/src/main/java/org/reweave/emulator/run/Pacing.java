package org.reweave.emulator.run;

import java.util.List;
import java.util.Optional;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.LongSupplier;
import org.reweave.emulator.governor.CutTotals;
import org.reweave.emulator.governor.Event;
import org.reweave.emulator.governor.RunListener;
import org.reweave.emulator.scenario.Pace;

/**
 * Holds a run back: a listener that returns from a cut when the cut is due. Until then the governor gives no further
 * permits, and devices go on to the end of those that they have, {@code run.cut-delay} cuts at most. So a run is held
 * back at cuts only, and its results do not depend on it.
 */
final class Pacing implements RunListener {
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition changed = lock.newCondition();
    private Optional<Pace> pace;
    private final long cyclePs;
    private final LongSupplier clock;
    private boolean paused;
    private boolean released;
    private long steps; // cuts that may pass while the run is paused
    private long sinceNanos; // wall time and cycle from which the pace is kept
    private long sinceCycle;
    private long lastCycle;

    /** @param clock of wall time, in nanoseconds */
    Pacing(Optional<Pace> pace, long cyclePs, LongSupplier clock) {
        this.pace = pace;
        this.cyclePs = cyclePs;
        this.clock = clock;
    }

    /** The run begins now. */
    void begin() {
        lock.lock();
        try {
            sinceNanos = clock.getAsLong();
        } finally {
            lock.unlock();
        }
    }

    @Override
    public void cut(CutTotals totals, List<Event> events) {
        lock.lock();
        try {
            lastCycle = totals.cycle();
            if (paused) {
                awaitStep();
                sinceNanos = clock.getAsLong(); // the pace is kept from here on
                sinceCycle = totals.cycle();
            }
            awaitDue(totals.cycle());
        } finally {
            lock.unlock();
        }
    }

    private void awaitStep() {
        while (paused && steps == 0 && !released) {
            changed.awaitUninterruptibly();
        }
        steps = Math.max(0, steps - 1);
    }

    private void awaitDue(long cycle) {
        while (pace.isPresent() && !released && !paused) {
            long left = sinceNanos + wallNanos(cycle - sinceCycle) - clock.getAsLong();
            if (left <= 0) {
                return;
            }
            try {
                changed.awaitNanos(left);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                return;
            }
        }
    }

    private long wallNanos(long cycles) {
        Pace kept = pace.orElseThrow();
        return (long) ((double) cycles * cyclePs / kept.picoseconds() * kept.nanoseconds());
    }

    void pause() {
        change(() -> paused = true);
    }

    void resume() {
        change(() -> {
            paused = false;
            steps = 0;
        });
    }

    /** Lets one more cut pass; a run that is not paused is paused behind it. */
    void step() {
        change(() -> {
            paused = true;
            steps++;
        });
    }

    /** Keeps another pace from the last cut on; empty = as fast as the run can. */
    void pace(Optional<Pace> other) {
        change(() -> {
            pace = other;
            sinceNanos = clock.getAsLong();
            sinceCycle = lastCycle;
        });
    }

    /** The run is to end: nothing holds it back any more. */
    void release() {
        change(() -> released = true);
    }

    boolean isPaused() {
        lock.lock();
        try {
            return paused;
        } finally {
            lock.unlock();
        }
    }

    private void change(Runnable what) {
        lock.lock();
        try {
            what.run();
            changed.signalAll();
        } finally {
            lock.unlock();
        }
    }
}
