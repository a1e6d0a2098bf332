package org.reweave.emulator.reproduce;

/** How a table or figure is computed. Holds no state. */
public interface Computation {
    /** Computes with valid settings; the rows depend on effort, runs and seed only. */
    Computed run(Settings settings, Progress progress);

    /** Runs of each point where the rows come of emulated ones, else null. */
    default Integer runsOfAPoint(Settings settings) {
        return null;
    }
}
