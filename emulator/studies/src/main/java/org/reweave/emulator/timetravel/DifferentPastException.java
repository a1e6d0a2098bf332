package org.reweave.emulator.timetravel;

import org.reweave.emulator.journal.reading.ReplayReport;

/** A run that is computed again does something else than its journal says. */
public final class DifferentPastException extends RuntimeException {
    private static final long serialVersionUID = 1;

    private final transient ReplayReport report;

    DifferentPastException(ReplayReport report) {
        super("the run differs from its journal behind " + report.last() + ": journal " + report.journal() + ", now "
                + report.executed());
        this.report = report;
    }

    /** Both sides. */
    public ReplayReport report() {
        return report;
    }
}
