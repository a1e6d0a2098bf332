package org.reweave.emulator.journal.writing;

import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import org.reweave.emulator.journal.store.JournalException;

/** Bounds the number of records that are written but not yet acknowledged by the database. */
final class Window {
    /**
     * Waits without an acknowledgement after which the journal is given up: more time than a database takes that
     * answers at all, which has 60 s for a record. Waits are counted, since a process that was stopped has not waited.
     */
    private static final int LONGEST_SILENCE = 180;

    private static final long WAIT_MILLIS = 1_000;

    private final int limit;
    private final long waitMillis;
    private long sent;
    private long acknowledged;
    private boolean over;
    private JournalException failure;

    Window(int limit) {
        this(limit, WAIT_MILLIS);
    }

    /** @param waitMillis length of one wait */
    Window(int limit, long waitMillis) {
        this.limit = limit;
        this.waitMillis = waitMillis;
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

    /**
     * Waits until the first record is acknowledged.
     *
     * @throws JournalException when the journal has failed
     */
    synchronized void awaitFirst() {
        await(() -> acknowledged > 0);
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
            long last = acknowledged;
            for (int silent = 0; failure == null && !condition.getAsBoolean(); silent++) {
                if (silent == LONGEST_SILENCE) {
                    // Memory that ends can end the journal's threads before they tell.
                    failed(new JournalException("the journal has acknowledged nothing for "
                            + TimeUnit.MILLISECONDS.toSeconds(LONGEST_SILENCE * waitMillis)
                            + " s: its disk or server does not answer, or its threads had no memory left"));
                    break;
                }
                wait(waitMillis);
                silent = acknowledged == last ? silent : -1;
                last = acknowledged;
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
