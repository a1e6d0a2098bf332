package org.reweave.emulator.governor;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import org.reweave.emulator.device.DeviceReport;
import org.reweave.emulator.stats.Counter;
import org.reweave.emulator.stats.DeviceLog;
import org.reweave.emulator.stats.DropCause;
import org.reweave.emulator.stats.EventKind;
import org.reweave.emulator.stats.Fingerprint;

/**
 * Looks at a run once every interval I and decides when it ends.
 *
 * <p>Every device reports at exactly kI. Cut k is evaluated when all reports are in, in order; a decision takes effect
 * at (k + W) I, and permits to advance extend no further, so that no decision depends on how the run is executed.
 */
public final class Governor {
    private final GovernorPlan plan;
    private final RunListener listener;
    private final Conservation conservation;
    private final DeadlockDetector detector;
    private final Warmup warmup;
    private final DeviceReport[][] gathered; // ring of delay + 1 cuts
    private final int[] missing;
    private long evaluated;
    private long stopAt = Long.MAX_VALUE;
    private Outcome outcome;
    private Deadlock deadlock;
    private long transientCycles;
    private boolean unroutable;
    private CutTotals last;
    private volatile boolean interrupted;

    public Governor(GovernorPlan plan, RunListener listener) {
        this.plan = plan;
        this.listener = listener;
        this.conservation = new Conservation(plan);
        this.detector = new DeadlockDetector(plan);
        this.warmup = new Warmup(plan.warmup());
        int devices = plan.wiring().devices();
        this.gathered = new DeviceReport[plan.delay() + 1][devices];
        this.missing = new int[plan.delay() + 1];
        Arrays.fill(missing, devices);
    }

    /** The cycle up to which devices may advance now. */
    public long permit() {
        return Math.min(stopAt, (evaluated + plan.delay()) * plan.interval());
    }

    /**
     * The first cycle whose packets are measured, or {@link Warmup#UNKNOWN}. It goes with {@link #permit}: a device
     * that is told both at once learns the cycle before it reaches it.
     */
    public long measureFrom() {
        return warmup.from();
    }

    /** Whether the last cut has been evaluated. */
    public boolean isOver() {
        return last != null && last.cycle() == stopAt;
    }

    /** Ends the run at the next boundary of permits; may be called from another thread. */
    public void interrupt() {
        interrupted = true;
    }

    /** Takes a device's report at cut {@code k}. Afterwards {@link #permit} may have grown. */
    public void report(long k, DeviceReport report) {
        if (k <= evaluated || k > evaluated + plan.delay()) {
            throw new IllegalStateException("report for cut " + k + " from " + plan.names()[report.device()]
                    + " while cut " + evaluated + " is the last one evaluated");
        }
        int slot = (int) (k % gathered.length);
        if (gathered[slot][report.device()] != null) {
            throw new IllegalStateException("second report for cut " + k + " from " + plan.names()[report.device()]);
        }
        gathered[slot][report.device()] = report;
        missing[slot]--;
        while (missing[(int) ((evaluated + 1) % gathered.length)] == 0) {
            evaluate(evaluated + 1);
        }
    }

    private void evaluate(long k) {
        int slot = (int) (k % gathered.length);
        DeviceReport[] reports = gathered[slot];
        CutTotals totals = totals(k, reports);
        conservation.checkPackets(totals);
        conservation.checkCredits(reports, totals.cycle());
        List<Event> events = events(reports);
        for (Event event : events) {
            unroutable |= event.kind() == EventKind.UNROUTABLE;
        }
        last = totals;
        warmup.cut(totals);
        listener.reports(totals.cycle(), Collections.unmodifiableList(Arrays.asList(reports)));
        listener.cut(totals, events);
        if (stopAt == Long.MAX_VALUE) {
            decide(totals, reports);
        }
        Arrays.fill(reports, null);
        missing[slot] = reports.length;
        evaluated = k;
    }

    private void decide(CutTotals totals, DeviceReport[] reports) {
        List<Deadlock.Member> blocked = detector.find(reports);
        if (!blocked.isEmpty()) {
            if (totals.quiet()) {
                deadlock = new Deadlock(totals.cycle(), true, blocked);
                stop(totals, Outcome.DEADLOCKED);
                return;
            }
            transientCycles++;
        }
        boolean ended = totals.cycle() >= plan.trafficEnd();
        if (ended && totals.inFlight() == 0 && totals.queued() == 0 && totals.quiet()) {
            boolean allArrived = totals.count(Counter.MESSAGES_UNDELIVERED) == 0;
            stop(totals, unroutable ? Outcome.FAILED : allArrived ? Outcome.COMPLETED : Outcome.INCOMPLETE);
        } else if (totals.cycle() + plan.delay() * plan.interval() >= plan.limit() || interrupted) {
            stop(totals, unroutable ? Outcome.FAILED : Outcome.INCOMPLETE);
        }
    }

    private void stop(CutTotals totals, Outcome how) {
        outcome = how;
        stopAt = totals.cycle() + plan.delay() * plan.interval();
    }

    private CutTotals totals(long k, DeviceReport[] reports) {
        long[] counters = new long[Counter.count()];
        long[] drops = new long[DropCause.count()];
        long buffered = 0;
        long queued = 0;
        boolean quiet = true;
        Fingerprint fingerprint = new Fingerprint();
        for (DeviceReport report : reports) {
            add(report.counters(), counters);
            add(report.drops(), drops);
            buffered += report.buffered();
            queued += report.queued();
            quiet &= report.quiet();
            fingerprint.device(report.device(), report.hash(), report.counters(), report.drops());
        }
        quiet &= counters[Counter.SMPS_SENT.ordinal()] == counters[Counter.SMPS_ARRIVED.ordinal()];
        quiet &= counters[Counter.SEPARATORS_SENT.ordinal()] == counters[Counter.SEPARATORS_ARRIVED.ordinal()];
        long onWires = counters[Counter.RUNS_SENT.ordinal()] - counters[Counter.RUNS_ARRIVED.ordinal()];
        return new CutTotals(
                k, k * plan.interval(), counters, drops, buffered, onWires, queued, quiet, fingerprint.hex());
    }

    private static void add(long[] from, long[] to) {
        for (int i = 0; i < to.length; i++) {
            to[i] += from[i];
        }
    }

    private static List<Event> events(DeviceReport[] reports) {
        List<Event> events = new ArrayList<>();
        for (DeviceReport report : reports) {
            long[] words = report.events();
            int count = words.length / DeviceLog.EVENT_WORDS;
            for (int i = 0; i < count; i++) {
                int at = i * DeviceLog.EVENT_WORDS;
                long sequence = report.nextEventNumber() - count + i;
                events.add(new Event(
                        words[at],
                        report.device(),
                        sequence,
                        EventKind.of((int) words[at + 1]),
                        words[at + 2],
                        words[at + 3],
                        words[at + 4],
                        words[at + 5],
                        words[at + 6]));
            }
        }
        Collections.sort(events);
        return events;
    }

    /** How the run ended; decided W intervals before {@link #isOver}. */
    public Outcome outcome() {
        return outcome;
    }

    /** Whether the user ended it. */
    public boolean wasInterrupted() {
        return interrupted && outcome == Outcome.INCOMPLETE;
    }

    public Optional<Deadlock> deadlock() {
        return Optional.ofNullable(deadlock);
    }

    /** Cuts at which packets waited in a cycle that something pending could still break. */
    public long transientCycles() {
        return transientCycles;
    }

    /** The last cut evaluated. */
    public CutTotals last() {
        return last;
    }
}
