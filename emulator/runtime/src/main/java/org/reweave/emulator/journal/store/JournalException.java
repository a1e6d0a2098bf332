package org.reweave.emulator.journal.store;

/**
 * A journal cannot be written or read; the message names the journal, the reason and the remedy. Not a failure of the
 * run itself.
 */
public sealed class JournalException extends RuntimeException permits UnusableJournalException {
    private static final long serialVersionUID = 1;

    public JournalException(String message, Throwable cause) {
        super(message, cause);
    }

    public JournalException(String message) {
        super(message);
    }
}
