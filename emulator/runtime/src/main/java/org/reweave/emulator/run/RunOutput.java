package org.reweave.emulator.run;

import java.io.IOException;
import org.reweave.emulator.governor.RunListener;
import org.reweave.emulator.results.Summary;
import org.reweave.emulator.stats.Latencies;

/** A place where a run leaves what it does: it follows the run and is completed with its summary. */
interface RunOutput extends RunListener {
    /** Whether a kill of this process now would leave word of the run. */
    default boolean isKept() {
        return true;
    }

    /** The user has stopped the run, which ends soon; any thread may say so. */
    default void stopping() {
        // the end of the run says it too
    }

    /** The run has come to its end, or broke off: files are written that the end of another output seals. */
    default void prepare(Summary summary, Latencies latencies) throws IOException {
        // most outputs have no such files
    }

    /** The files of another output could not be written, so the run has no end that a reader may see. */
    default void abandon() {
        // most outputs hold nothing
    }

    /**
     * The run has come to its end, or broke off.
     *
     * @param summary of what was done until then
     */
    void complete(Summary summary) throws IOException;
}
