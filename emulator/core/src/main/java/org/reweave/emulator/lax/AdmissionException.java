package org.reweave.emulator.lax;

/** An admission record of a journal that the run does not bear out: the record was altered, or the run is another. */
public final class AdmissionException extends RuntimeException {
    private static final long serialVersionUID = 1;

    private final String recorded;
    private final String executed;

    /**
     * @param recorded the record, in words
     * @param executed what the run has at the place of the record, in words
     */
    AdmissionException(String recorded, String executed) {
        super(recorded + ", but " + executed);
        this.recorded = recorded;
        this.executed = executed;
    }

    /** The record, in words. */
    public String recorded() {
        return recorded;
    }

    /** Finding of the run at the place of the record, in words. */
    public String executed() {
        return executed;
    }
}
