package org.reweave.emulator.run;

import java.util.List;
import java.util.function.LongSupplier;
import org.reweave.emulator.governor.CutTotals;
import org.reweave.emulator.governor.Event;
import org.reweave.emulator.governor.RunListener;
import org.reweave.emulator.scenario.CheckpointRule;

/** Wants checkpoints as a scenario's {@code run.checkpoint} says. */
final class CheckpointTimer implements RunListener {
    private static final long MILLI_NANOS = 1_000_000;

    private final CheckpointRule rule;
    private final long delay;
    private final Runnable want;
    private final LongSupplier clock;
    private long dueCycle;
    private long dueNanos;

    /**
     * @param start cycle at which the run begins or goes on
     * @param delay cycles between a cut and the checkpoint that is wanted there
     * @param clock of wall time, in nanoseconds
     */
    CheckpointTimer(CheckpointRule rule, long start, long delay, Runnable want, LongSupplier clock) {
        this.rule = rule;
        this.delay = delay;
        this.want = want;
        this.clock = clock;
        this.dueCycle = start + rule.cycles();
        this.dueNanos = clock.getAsLong() + rule.wallMillis() * MILLI_NANOS;
    }

    @Override
    public void cut(CutTotals totals, List<Event> events) {
        long taken = totals.cycle() + delay;
        if (rule.cycles() > 0 && taken >= dueCycle) {
            want.run();
            dueCycle = taken + rule.cycles();
        }
        if (rule.wallMillis() > 0 && clock.getAsLong() - dueNanos >= 0) {
            want.run();
            dueNanos = clock.getAsLong() + rule.wallMillis() * MILLI_NANOS;
        }
    }
}
