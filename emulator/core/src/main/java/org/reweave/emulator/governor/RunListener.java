package org.reweave.emulator.governor;

import java.util.List;
import org.reweave.emulator.checkpoint.Checkpoint;

/**
 * Follows a run, cut by cut, in order. A listener may wait, for a file or a database: the run goes on to the end of its
 * permits and waits there. An exception thrown by a listener ends the run.
 */
public interface RunListener {
    /** @param events since the last cut, sorted */
    void cut(CutTotals totals, List<Event> events);

    /**
     * Numbers of single devices at a cut; called before {@link #cut}.
     *
     * @param readings a driver may write over them after the call of {@link #cut}, so a listener copies what it keeps
     */
    default void readings(long cycle, Readings readings) {
        // most listeners use the sums only
    }

    /** The state of the run at the cut that {@link #cut} was just called for. */
    default void checkpoint(Checkpoint checkpoint) {
        // most listeners keep none
    }

    /** Passes every call to two listeners, one after the other. */
    static RunListener inTurn(RunListener first, RunListener second) {
        return new RunListener() {
            @Override
            public void readings(long cycle, Readings readings) {
                first.readings(cycle, readings);
                second.readings(cycle, readings);
            }

            @Override
            public void cut(CutTotals totals, List<Event> events) {
                first.cut(totals, events);
                second.cut(totals, events);
            }

            @Override
            public void checkpoint(Checkpoint checkpoint) {
                first.checkpoint(checkpoint);
                second.checkpoint(checkpoint);
            }
        };
    }
}
