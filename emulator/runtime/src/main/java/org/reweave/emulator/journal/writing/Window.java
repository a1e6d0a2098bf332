package org.reweave.emulator.journal.writing;

import java.util.function.BooleanSupplier;
import org.reweave.emulator.journal.store.JournalException;

/** Bounds the number of records that are written but not yet acknowledged by the database. */
final class Window {
    private final int limit;
    private long sent;
    private long acknowledged;
    private boolean over;
    private JournalException failure;

    Window(int limit) {
        this.limit = limit;
    }

    /**
     * Waits until another record may be under way.
     *
     * @return its number, from 1
     * @throws JournalException when the journal has failed
     */
    synchronized long enter() {
        await(() -> sent - acknowledged < limit);
        return ++sent;
    }

    /** Nothing is under way any more, and nothing comes. */
    synchronized void over() {
        over = true;
        notifyAll();
    }

    /**
     * Waits until that is so.
     *
     * @throws JournalException when the journal has failed
     */
    synchronized void awaitEnd() {
        await(() -> over);
    }

    private void await(BooleanSupplier condition) {
        try {
            while (failure == null && !condition.getAsBoolean()) {
                wait();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new JournalException("the wait for the journal was interrupted", e);
        }
        check();
    }

    /** @throws JournalException when the journal has failed */
    synchronized void check() {
        if (failure != null) {
            throw new JournalException(failure.getMessage(), failure);
        }
    }

    /** Everything up to this number is in the database. */
    synchronized void acknowledged(long number) {
        if (number != acknowledged + 1 || number > sent) {
            throw new IllegalStateException(
                    "record " + number + " is acknowledged after " + acknowledged + "; " + sent + " were sent");
        }
        acknowledged = number;
        notifyAll();
    }

    /** Records that the journal has failed; only the first reason is kept. */
    synchronized void failed(JournalException reason) {
        if (failure == null) {
            failure = reason;
        }
        notifyAll();
    }

    synchronized long acknowledged() {
        return acknowledged;
    }
}
