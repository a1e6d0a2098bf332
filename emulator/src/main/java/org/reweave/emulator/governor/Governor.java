package org.reweave.emulator.governor;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import org.reweave.emulator.device.DeviceReport;
import org.reweave.emulator.stats.Counter;
import org.reweave.emulator.stats.DropCause;
import org.reweave.emulator.stats.EventKind;
import org.reweave.emulator.stats.EventRecords;
import org.reweave.emulator.stats.Fingerprint;

/**
 * Examines a run once every interval I and decides when the run ends.
 *
 * <p>Every device reports at exactly kI. Cut k is complete when all its reports are in; {@link #next} checks it and
 * hands it out, in order. Listeners may take their time: {@link #accept} confirms that all listeners have seen a cut,
 * and only then the governor decides on this cut and extends the permits. A decision takes effect at (k + W) I, and
 * permits to advance extend no further, so that no decision depends on how the run is executed or how long a listener
 * takes.
 */
public final class Governor {
    private final GovernorPlan plan;
    private final Conservation conservation;
    private final DeadlockDetector detector;
    private final Warmup warmup;
    private final DeviceReport[][] gathered; // ring of delay + 1 cuts
    private final int[] missing;
    private long handedOut; // cuts that next() has returned
    private long accepted; // cuts that every listener has seen
    private long stopAt = Long.MAX_VALUE;
    private Outcome outcome;
    private Deadlock deadlock;
    private long transientCycles;
    private boolean unroutable;
    private CutTotals last;
    private volatile boolean interrupted;

    public Governor(GovernorPlan plan) {
        this.plan = plan;
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
        return Math.min(stopAt, (accepted + plan.delay()) * plan.interval());
    }

    /**
     * The first cycle whose packets are measured, or {@link Warmup#UNKNOWN}. A device that receives this cycle together
     * with {@link #permit} gets it before its own time reaches that cycle.
     */
    public long measureFrom() {
        return warmup.from();
    }

    /** Whether the last cut has been accepted. */
    public boolean isOver() {
        return last != null && last.cycle() == stopAt;
    }

    /** Ends the run at the next boundary of permits; may be called from another thread. */
    public void interrupt() {
        interrupted = true;
    }

    /** Takes a device's report at cut {@code k}. Afterwards {@link #next} may return a cut. */
    public void report(long k, DeviceReport report) {
        if (k <= handedOut || k > accepted + plan.delay()) {
            throw new IllegalStateException(
                    "report for cut " + k + " from " + plan.names()[report.device()] + " while cut " + handedOut
                            + " is the last complete one and cut " + accepted + " the last one accepted");
        }
        int slot = slot(k);
        if (gathered[slot][report.device()] != null) {
            throw new IllegalStateException("second report for cut " + k + " from " + plan.names()[report.device()]);
        }
        gathered[slot][report.device()] = report;
        missing[slot]--;
    }

    private int slot(long k) {
        return (int) (k % gathered.length);
    }

    /**
     * The next cut, once all its reports are in. The caller passes each cut to {@link #accept}, in the same order.
     *
     * @throws IllegalStateException when the number of packets or credits is not conserved
     */
    public Optional<Cut> next() {
        int slot = slot(handedOut + 1);
        if (missing[slot] > 0) {
            return Optional.empty();
        }
        handedOut++;
        DeviceReport[] reports = gathered[slot];
        gathered[slot] = new DeviceReport[reports.length];
        missing[slot] = reports.length;
        CutTotals totals = totals(handedOut, reports);
        conservation.checkPackets(totals);
        conservation.checkCredits(reports, totals.cycle());
        return Optional.of(new Cut(totals, events(reports), Collections.unmodifiableList(Arrays.asList(reports))));
    }

    /** Whether {@link #interrupt} has been called. */
    public boolean isInterruptWanted() {
        return interrupted;
    }

    /**
     * Decides on a cut that every listener has seen. Afterwards {@link #permit} may have grown.
     *
     * @param interrupt whether an interrupt was wanted when the listener had seen this cut, not a later one: a listener
     *     that interrupts at a cut ends the run at the same cycle, however far it is ahead of the governor
     */
    public void accept(Cut cut, boolean interrupt) {
        if (cut.number() != accepted + 1) {
            throw new IllegalStateException("cut " + cut.number() + " is accepted after cut " + accepted);
        }
        accepted = cut.number();
        last = cut.totals();
        for (Event event : cut.events()) {
            unroutable |= event.kind() == EventKind.UNROUTABLE;
        }
        warmup.cut(last);
        if (stopAt == Long.MAX_VALUE) {
            decide(last, cut.reports(), interrupt);
        }
    }

    /** Whether a cut was handed out that has not been accepted yet. */
    public boolean isAwaited() {
        return handedOut > accepted;
    }

    /** Gives a listener every complete cut and accepts it, all in the calling thread. */
    public void deliverCuts(RunListener listener) {
        for (Optional<Cut> cut = next(); cut.isPresent(); cut = next()) {
            cut.get().deliverTo(listener);
            accept(cut.get(), interrupted);
        }
    }

    private void decide(CutTotals totals, List<DeviceReport> reports, boolean interrupt) {
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
        } else if (totals.cycle() + plan.delay() * plan.interval() >= plan.limit() || interrupt) {
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
            if (report.events().length == 0) {
                continue;
            }
            EventRecords records = new EventRecords(report.events());
            long first = report.nextEventNumber() - records.count();
            for (int i = 0; i < records.count(); i++) {
                events.add(new Event(
                        records.cycle(i),
                        report.device(),
                        first + i,
                        records.kind(i),
                        records.argument(i, 0),
                        records.argument(i, 1),
                        records.argument(i, 2),
                        records.argument(i, 3),
                        records.change(i)));
            }
        }
        Collections.sort(events);
        return events;
    }

    /** How the run ended; decided W intervals before {@link #isOver}. */
    public Outcome outcome() {
        return outcome;
    }

    /** Whether the user ended the run. */
    public boolean wasInterrupted() {
        return interrupted && outcome == Outcome.INCOMPLETE;
    }

    public Optional<Deadlock> deadlock() {
        return Optional.ofNullable(deadlock);
    }

    /** Cuts at which packets waited in a cycle that a pending event could still break. */
    public long transientCycles() {
        return transientCycles;
    }

    /** The last cut accepted. */
    public CutTotals last() {
        return last;
    }
}
