package org.reweave.emulator.run;

/** What a run runs on has failed, not the run: it may go on later. The message is one line for the user. */
public class BrokenOffException extends RuntimeException {
    private static final long serialVersionUID = 1;

    public BrokenOffException(String message) {
        super(message);
    }
}
