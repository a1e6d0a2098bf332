package org.reweave.emulator.run;

import java.util.List;
import java.util.function.LongSupplier;
import org.reweave.emulator.governor.CutTotals;
import org.reweave.emulator.governor.Event;
import org.reweave.emulator.governor.RunListener;
import org.reweave.emulator.scenario.CheckpointRule;
import org.reweave.emulator.stats.EventKind;

/**
 * Wants checkpoints as a scenario's {@code run.checkpoint} says. With a rule of wall time it also wants some at moments
 * that people look at, since a short run has no others: before what is planned, and when tables are ready.
 */
final class CheckpointTimer implements RunListener {
    private static final long MILLI_NANOS = 1_000_000;

    /** Checkpoints of planned moments, and of tables: half of those that are kept. */
    private static final int MOST_MOMENTS = 4;

    private static final int MOST_TABLES = 2;

    private final CheckpointRule rule;
    private final long[] moments; // ascending
    private final long interval;
    private final long delay;
    private final Runnable want;
    private final LongSupplier clock;
    private long dueCycle;
    private long dueNanos;
    private int nextMoment;
    private int atMoments;
    private int atTables;

    /**
     * @param start cycle at which the run begins or goes on
     * @param delay cycles between a cut and the checkpoint that is wanted there
     * @param moments cycles at which something is planned, ascending
     * @param interval between two cuts
     * @param clock of wall time, in nanoseconds
     */
    CheckpointTimer(
            CheckpointRule rule,
            long start,
            long delay,
            long[] moments,
            long interval,
            Runnable want,
            LongSupplier clock) {
        this.rule = rule;
        this.delay = delay;
        this.moments = moments.clone();
        this.interval = interval;
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
        boolean isPlanned = rule.wallMillis() > 0 && isBeforeMoment(taken);
        boolean hasTables = rule.wallMillis() > 0 && isWithTables(events);
        if (isPlanned || hasTables) {
            want.run();
        }
        if (rule.wallMillis() > 0 && clock.getAsLong() - dueNanos >= 0) {
            want.run();
            dueNanos = clock.getAsLong() + rule.wallMillis() * MILLI_NANOS;
        }
    }

    /** Whether the cut at which a checkpoint would be taken is the last one before or at a planned moment. */
    private boolean isBeforeMoment(long taken) {
        while (nextMoment < moments.length && moments[nextMoment] < taken) {
            nextMoment++;
        }
        boolean isNext = nextMoment < moments.length && moments[nextMoment] < taken + interval;
        return isNext && atMoments++ < MOST_MOMENTS;
    }

    private boolean isWithTables(List<Event> events) {
        return events.stream().anyMatch(event -> event.kind() == EventKind.TABLES_READY) && atTables++ < MOST_TABLES;
    }
}
