package org.reweave.emulator.run;

import java.util.List;
import org.reweave.emulator.governor.CutTotals;
import org.reweave.emulator.governor.Event;
import org.reweave.emulator.results.EventLines;
import org.reweave.emulator.results.Phase;
import org.reweave.emulator.results.RunRecorder;
import org.reweave.emulator.stats.Counter;

/** A run at one cut. */
public final class RunCut {
    private final CutTotals totals;
    private final double nanoseconds;
    private final Phase phase;
    private final List<Event> events;
    private final EventLines words;

    RunCut(CutTotals totals, List<Event> events, RunRecorder recorder, EventLines words) {
        this.totals = totals;
        this.nanoseconds = recorder.scale().ns(totals.cycle());
        this.phase = recorder.phase();
        this.events = events;
        this.words = words;
    }

    /** Emulated cycles. */
    public long cycle() {
        return totals.cycle();
    }

    /** Emulated time. */
    public double nanoseconds() {
        return nanoseconds;
    }

    /** How far the fabric is with its latest reconfiguration. */
    public Phase phase() {
        return phase;
    }

    /** Data packets inside the network. */
    public long inFlight() {
        return totals.inFlight();
    }

    /** Data packets delivered so far. */
    public long delivered() {
        return totals.count(Counter.DELIVERED);
    }

    /** Data packets lost so far. */
    public long dropped() {
        return totals.count(Counter.DROPPED);
    }

    /** Fingerprint of the run up to this cut: equal for every driver. */
    public String fingerprint() {
        return totals.fingerprint();
    }

    /** Every sum over the devices. */
    public CutTotals totals() {
        return totals;
    }

    /** Events since the cut before, in order, as devices recorded them. */
    public List<Event> recorded() {
        return events;
    }

    /** The same in words. */
    public List<RunEvent> events() {
        return events.stream()
                .map(event -> new RunEvent(
                        event.cycle(),
                        words.nanoseconds(event),
                        words.device(event),
                        event.kind(),
                        words.arguments(event)))
                .toList();
    }
}
