package org.reweave.emulator.cli;

import java.io.PrintWriter;
import java.util.Locale;

/** One line on stderr that is rewritten while sets are judged; nothing is shown of what takes less than a second. */
final class FaultsProgress implements AutoCloseable {
    private static final long INTERVAL_NANOS = 500_000_000L;
    private static final int BAR = 30;

    private final PrintWriter err;
    private long next = System.nanoTime() + 2 * INTERVAL_NANOS;
    private int faults;
    private long total;
    private long done;
    private boolean shown;

    FaultsProgress(PrintWriter err) {
        this.err = err;
    }

    synchronized void start(int faults, long sets) {
        this.faults = faults;
        total = sets;
        done = 0;
    }

    /** From any thread. */
    synchronized void judged(long sets) {
        done += sets;
        long now = System.nanoTime();
        if (now - next < 0) {
            return;
        }
        next = now + INTERVAL_NANOS;
        shown = true;
        int filled = (int) (BAR * done / total);
        err.printf(
                Locale.ROOT,
                "\r%d faults [%s%s] %,d of %,d sets ",
                faults,
                "#".repeat(filled),
                ".".repeat(BAR - filled),
                done,
                total);
        err.flush();
    }

    @Override
    public synchronized void close() {
        if (shown) {
            err.println();
        }
    }
}
