package org.reweave.emulator.reproduce;

/** How a table or figure is computed. Holds no state. */
public interface Computation {
    /** Computes with valid settings; the rows depend on effort and seed only. */
    Computed run(Settings settings, Progress progress);
}
