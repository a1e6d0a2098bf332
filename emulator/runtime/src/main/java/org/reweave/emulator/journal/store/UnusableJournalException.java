package org.reweave.emulator.journal.store;

/** A journal is damaged, is something else, or lies where nobody may look: bad input, no fault of the machine. */
public final class UnusableJournalException extends JournalException {
    private static final long serialVersionUID = 1;

    public UnusableJournalException(String message, Throwable cause) {
        super(message, cause);
    }

    public UnusableJournalException(String message) {
        super(message);
    }
}
