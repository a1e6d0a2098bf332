package org.reweave.emulator.governor;

import java.util.List;
import java.util.Optional;
import org.reweave.emulator.checkpoint.Checkpoint;

/**
 * A run at one multiple of the cut interval. Totals and events are immutable, so that a cut may go from one thread to
 * another.
 *
 * @param events since the cut before, sorted
 * @param readings of devices; a driver may write over them once the governor has accepted the cut
 * @param checkpoint of the run, where one was to be taken
 */
public record Cut(CutTotals totals, List<Event> events, Readings readings, Optional<Checkpoint> checkpoint) {
    /** Number of the cut, counted from 1. */
    public long number() {
        return totals.cut();
    }

    /** Passes the whole cut to a listener. */
    public void deliverTo(RunListener listener) {
        listener.readings(totals.cycle(), readings);
        listener.cut(totals, events);
        checkpoint.ifPresent(listener::checkpoint);
    }
}
