package org.reweave.emulator.governor;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import org.reweave.emulator.checkpoint.Checkpoint;
import org.reweave.emulator.device.DeviceReport;
import org.reweave.emulator.device.DeviceState;
import org.reweave.emulator.stats.Counter;
import org.reweave.emulator.stats.EventKind;
import org.reweave.emulator.stats.EventRecords;
import org.reweave.reconfig.state.ByteReader;
import org.reweave.reconfig.state.ByteWriter;
import org.reweave.reconfig.state.StateVisitor;

/**
 * Examines a run once every interval I and decides when the run ends.
 *
 * <p>Every device reports at exactly kI. Cut k is complete when all its reports are in; {@link #next} checks it,
 * decides on it and hands it out, in order. Listeners may take their time: {@link #accept} confirms that all listeners
 * have seen a cut, and only then the governor extends the permits. A decision takes effect at (k + W) I, and permits to
 * advance extend no further, so that no decision depends on how the run is executed or how long a listener takes.
 */
public final class Governor {
    /** Value in place of a cycle that is not known, or that does not come. */
    public static final long NEVER = Long.MAX_VALUE;

    private final GovernorPlan plan;
    private final Conservation conservation;
    private final Warmup warmup;
    private final GatheredCut[] gathered; // ring of delay + 1 cuts
    private DeadlockDetector detector; // null = nobody has needed it
    private Survey survey; // null = nobody has needed it
    private long handedOut; // cuts that next() has returned
    private long accepted; // cuts that every listener has seen
    private long endsAt = NEVER; // as the run itself would have it
    private Outcome outcome;
    private Deadlock deadlock;
    private final BlockedSince blockedSince = new BlockedSince();
    private long transientCycles;
    private long lastChange; // for which tables were computed
    private boolean unroutable; // there were none for it
    private long interruptedAt = NEVER; // the cycle at which a listener's wish ends the run
    private long checkpointAt = NEVER;
    private CutTotals last;
    private volatile boolean interrupted;
    private volatile boolean checkpointWanted;

    public Governor(GovernorPlan plan) {
        this.plan = plan;
        this.conservation = new Conservation(plan);
        this.warmup = new Warmup(plan.warmup());
        this.gathered = new GatheredCut[plan.delay() + 1];
        Arrays.setAll(gathered, slot -> new GatheredCut(plan.wiring().devices()));
    }

    /** The cycle up to which devices may advance now. */
    public long permit() {
        return Math.min(stopAt(), (accepted + plan.delay()) * plan.interval());
    }

    private long stopAt() {
        return Math.min(endsAt, interruptedAt);
    }

    /**
     * The cut at which devices report their states, {@link #NEVER} = at none. A device that receives this cycle
     * together with {@link #permit} gets it before its own time reaches that cycle.
     */
    public long checkpointAt() {
        return checkpointAt;
    }

    /** Has a checkpoint taken at the next boundary of permits, unless one is under way; any thread may call this. */
    public void wantCheckpoint() {
        checkpointWanted = true;
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
        return last != null && last.cycle() == stopAt();
    }

    /** LinkEnds the run at the next boundary of permits; may be called from another thread. */
    public void interrupt() {
        interrupted = true;
    }

    /** Takes a device's report at cut {@code k}. Afterwards {@link #next} may return a cut. */
    public void report(long k, DeviceReport report) {
        if (!at(k, report.device()).add(report)) {
            throw second(k, report.device());
        }
    }

    /** Takes the share of a process in cut {@code k}. Afterwards {@link #next} may return a cut. */
    public void share(long k, CutPart part, Readings readings) {
        int first = part.domain().devices()[0];
        if (!at(k, first).add(part, readings)) {
            throw second(k, first);
        }
    }

    private GatheredCut at(long k, int device) {
        if (k <= handedOut || k > accepted + plan.delay()) {
            throw new IllegalStateException("report for cut " + k + " from " + plan.names()[device] + " while cut "
                    + handedOut + " is the last complete one and cut " + accepted + " the last one accepted");
        }
        return gathered[slot(k)];
    }

    private IllegalStateException second(long k, int device) {
        return new IllegalStateException("second report for cut " + k + " from " + plan.names()[device]);
    }

    private int slot(long k) {
        return (int) (k % gathered.length);
    }

    /**
     * The next cut, once all its reports are in. The caller passes each cut to {@link #accept}, in the same order.
     *
     * @throws IllegalStateException when the number of packets or credits is not conserved, or a ring of bubble flow
     *     control is full
     */
    public Optional<Cut> next() {
        int slot = slot(handedOut + 1);
        GatheredCut all = gathered[slot];
        if (!all.isComplete()) {
            return Optional.empty();
        }
        gathered[slot] = new GatheredCut(plan.wiring().devices());
        List<CutPart> parts = all.isOfReports() ? List.of(survey().share(all.reports())) : all.parts();
        LinkEnds border = all.isOfReports()
                ? LinkEnds.NONE
                : new BorderEnds(parts, plan.wiring().devices(), plan.lanes());
        CutPart whole = sum(parts);
        CutTotals totals = totals(handedOut + 1, whole);
        conservation.checkPackets(totals);
        if (all.isOfReports()) {
            survey().check(all.reports());
        }
        checkBorder(parts, border, totals.cycle());
        whole.rings().add(border);
        whole.rings().check(totals.cycle());
        List<Event> events = events(parts);
        decide(totals, events, parts.stream().map(CutPart::heads).toList(), border);
        Cut cut = new Cut(totals, events, all.readings(), checkpoint(totals, parts));
        handedOut++;
        return Optional.of(cut);
    }

    private CutPart sum(List<CutPart> parts) {
        if (parts.size() == 1) {
            return parts.get(0);
        }
        CutPart whole = new CutPart(plan, Domain.none());
        parts.forEach(whole::addSums);
        return whole;
    }

    private Survey survey() {
        survey = survey == null ? new Survey(plan, Domain.all(plan), detector()) : survey;
        return survey;
    }

    private DeadlockDetector detector() {
        detector = detector == null ? new DeadlockDetector(plan, Domain.all(plan)) : detector;
        return detector;
    }

    private void checkBorder(List<CutPart> parts, LinkEnds border, long cycle) {
        for (CutPart part : parts) {
            for (int i = 0; i < part.domain().borderPorts(); i++) {
                conservation.checkCredits(
                        part.domain().borderDevice(i), part.domain().borderPort(i), border, cycle);
            }
        }
    }

    /** The last permits of a run that is known to end have no checkpoint: what follows is shorter than a resume. */
    private Optional<Checkpoint> checkpoint(CutTotals totals, List<CutPart> parts) {
        if (totals.cycle() != checkpointAt || endsAt != NEVER) {
            return Optional.empty();
        }
        ByteWriter state = new ByteWriter();
        visit(state);
        int devices = plan.wiring().devices();
        if (parts.get(0).states().isEmpty()) {
            return Optional.of(Checkpoint.ofNodes(totals.cut(), totals.cycle(), state.toArray(), devices));
        }
        DeviceState[] states = new DeviceState[devices];
        parts.forEach(part -> part.states().forEach(one -> states[one.device()] = one));
        return Optional.of(
                Checkpoint.of(totals.cut(), totals.cycle(), state.toArray(), List.of(states), plan.wiring()));
    }

    /**
     * Wishes put to the governor by {@link #interrupt} and {@link #wantCheckpoint}. A call forgets the wish for a
     * checkpoint. The driver of the run calls once for each cut, after the listener has seen the cut.
     */
    public Wishes wishes() {
        boolean checkpoint = checkpointWanted;
        checkpointWanted = false;
        return new Wishes(interrupted, checkpoint);
    }

    /**
     * Confirms that every listener has seen a cut. Afterwards {@link #permit} may have grown.
     *
     * @param wishes when the listener had seen this cut, not a later one: a listener that interrupts at a cut ends the
     *     run at the same cycle, however far it is ahead of the governor
     */
    public void accept(Cut cut, Wishes wishes) {
        if (cut.number() != accepted + 1) {
            throw new IllegalStateException("cut " + cut.number() + " is accepted after cut " + accepted);
        }
        accepted = cut.number();
        last = cut.totals();
        long effect = effect(cut.totals());
        if (wishes.interrupt() && stopAt() > effect) {
            interruptedAt = effect;
        }
        checkpointAt = last.cycle() == checkpointAt ? NEVER : checkpointAt;
        if (wishes.checkpoint() && checkpointAt == NEVER && effect <= stopAt()) {
            checkpointAt = effect;
        }
    }

    private long effect(CutTotals totals) {
        return totals.cycle() + plan.delay() * plan.interval();
    }

    /** Whether a cut was handed out that has not been accepted yet. */
    public boolean isAwaited() {
        return handedOut > accepted;
    }

    /** Gives a listener every complete cut and accepts it, all in the calling thread. */
    public void deliverCuts(RunListener listener) {
        for (Optional<Cut> cut = next(); cut.isPresent(); cut = next()) {
            cut.get().deliverTo(listener);
            accept(cut.get(), wishes());
        }
    }

    /** Decides on a cut by what the run has done, not by what anybody wishes. */
    private void decide(CutTotals totals, List<Event> events, List<BlockedHeads> heads, LinkEnds border) {
        for (Event event : events) {
            boolean computed = event.kind() == EventKind.UNROUTABLE || event.kind() == EventKind.TABLES_READY;
            if (computed && event.change() >= lastChange) { // a manager that another has succeeded gives lower numbers
                lastChange = event.change();
                unroutable = event.kind() == EventKind.UNROUTABLE;
            }
        }
        warmup.cut(totals);
        if (endsAt != NEVER) {
            return;
        }
        List<Deadlock.Member> blocked = blocked(heads, totals.cycle(), border);
        blockedSince.cut(totals.cycle(), blocked);
        if (!blocked.isEmpty()) {
            if (totals.quiet()) {
                deadlock = new Deadlock(blockedSince.all(), totals.cycle(), true, blocked);
                end(totals, Outcome.DEADLOCKED);
                return;
            }
            transientCycles++;
        }
        boolean ended = totals.cycle() >= plan.trafficEnd();
        if (ended && totals.inFlight() == 0 && totals.queued() == 0 && totals.quiet()) {
            boolean allArrived = totals.count(Counter.MESSAGES_UNDELIVERED) == 0;
            end(totals, unroutable ? Outcome.FAILED : allArrived ? Outcome.COMPLETED : Outcome.INCOMPLETE);
        } else if (effect(totals) >= plan.limit()) {
            end(totals, unfinished());
        }
    }

    private List<Deadlock.Member> blocked(List<BlockedHeads> heads, long cycle, LinkEnds border) {
        boolean isNone = heads.stream().allMatch(some -> some.count() == 0);
        return isNone ? List.of() : detector().find(heads, cycle, border);
    }

    private Outcome unfinished() {
        return unroutable ? Outcome.FAILED : Outcome.INCOMPLETE;
    }

    private void end(CutTotals totals, Outcome how) {
        outcome = how;
        endsAt = effect(totals);
    }

    private CutTotals totals(long k, CutPart whole) {
        long[] counters = whole.counters();
        boolean quiet = whole.isQuiet();
        quiet &= counters[Counter.SMPS_SENT.ordinal()] == counters[Counter.SMPS_ARRIVED.ordinal()];
        quiet &= counters[Counter.SEPARATORS_SENT.ordinal()] == counters[Counter.SEPARATORS_ARRIVED.ordinal()];
        long onWires = counters[Counter.RUNS_SENT.ordinal()] - counters[Counter.RUNS_ARRIVED.ordinal()];
        return new CutTotals(
                k,
                k * plan.interval(),
                counters,
                whole.drops(),
                whole.buffered(),
                onWires,
                whole.queued(),
                quiet,
                whole.fingerprint());
    }

    private static List<Event> events(List<CutPart> parts) {
        List<Event> events = new ArrayList<>();
        for (CutPart part : parts) {
            for (CutPart.DeviceEvents of : part.events()) {
                EventRecords records = new EventRecords(of.words());
                long first = of.next() - records.count();
                for (int i = 0; i < records.count(); i++) {
                    events.add(new Event(
                            records.cycle(i),
                            of.device(),
                            first + i,
                            records.kind(i),
                            records.argument(i, 0),
                            records.argument(i, 1),
                            records.argument(i, 2),
                            records.argument(i, 3),
                            records.argument(i, 4),
                            records.change(i)));
                }
            }
        }
        Collections.sort(events);
        return events;
    }

    /** How the run ended, once {@link #isOver}. */
    public Outcome outcome() {
        return interruptedAt < endsAt ? unfinished() : outcome;
    }

    /** Whether the user ended the run. */
    public boolean wasInterrupted() {
        return interrupted && outcome() == Outcome.INCOMPLETE;
    }

    public Optional<Deadlock> deadlock() {
        return outcome() == Outcome.DEADLOCKED ? Optional.of(deadlock) : Optional.empty();
    }

    /** Cuts at which packets waited in a cycle that a pending event could still break. */
    public long transientCycles() {
        return transientCycles;
    }

    /** The last cut accepted. */
    public CutTotals last() {
        return last;
    }

    /**
     * Puts a new governor into the state in which another one was at a checkpoint.
     *
     * @param cut number of the checkpoint's cut
     * @throws IllegalStateException when that is no state of a governor
     */
    public void restore(long cut, byte[] state) {
        ByteReader reader = new ByteReader(state);
        visit(reader);
        reader.end();
        handedOut = cut;
        accepted = cut;
    }

    private void visit(StateVisitor state) {
        transientCycles = state.value(transientCycles);
        lastChange = state.value(lastChange);
        unroutable = state.value(unroutable);
        blockedSince.visit(state);
        warmup.visit(state);
    }
}
