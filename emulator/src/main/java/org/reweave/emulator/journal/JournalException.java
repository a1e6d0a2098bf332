package org.reweave.emulator.journal;

/** A journal cannot be written or read: which one, why, and what to do. Not a fault of the run. */
public sealed class JournalException extends RuntimeException permits UnusableJournalException {
    private static final long serialVersionUID = 1;

    public JournalException(String message, Throwable cause) {
        super(message, cause);
    }

    public JournalException(String message) {
        super(message);
    }
}
