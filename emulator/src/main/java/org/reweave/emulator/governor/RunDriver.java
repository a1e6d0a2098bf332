package org.reweave.emulator.governor;

/** Executes one run. Drivers differ in how and how fast; results are the same. */
public interface RunDriver {
    /** Runs to the end; once. */
    RunResult run();

    /** Ends the run at the next boundary of permits; may be called from another thread. */
    void interrupt();

    /** Messages between actors so far; 0 without actors. Exact once the run is over. */
    default long messages() {
        return 0;
    }
}
