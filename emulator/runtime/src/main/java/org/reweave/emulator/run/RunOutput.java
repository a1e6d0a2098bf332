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

    /** The run has come to its end. */
    void complete(Summary summary, Latencies latencies) throws IOException;

    /**
     * The run broke off.
     *
     * @param summary of what was done until then
     */
    void breakOff(Summary summary, Throwable failure) throws IOException;
}
