package org.reweave.emulator.lax;

/** The recorded admissions of a run end before the run does: its journal holds no more. */
public final class AdmissionsEndedException extends RuntimeException {
    private static final long serialVersionUID = 1;

    /** @param cycle of the last cut that could be reached */
    public AdmissionsEndedException(long cycle) {
        super("the journal has no admissions after cycle " + cycle);
    }
}
