package org.reweave.emulator.run;

/** A run's results could not be written, by no fault of the scenario. */
public final class ResultsException extends RuntimeException {
    private static final long serialVersionUID = 1;

    public ResultsException(String message, Throwable cause) {
        super(message, cause);
    }
}
