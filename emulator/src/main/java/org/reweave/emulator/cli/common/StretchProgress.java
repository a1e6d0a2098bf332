package org.reweave.emulator.cli.common;

import java.io.PrintWriter;
import java.util.Locale;
import org.reweave.emulator.reproduce.Progress;

/**
 * One line on stderr that is rewritten while a stretch of work goes on, {@code 3 faults [###...] 40 of 64}; nothing is
 * shown of what takes less than a second.
 */
public final class StretchProgress implements Progress, AutoCloseable {
    private static final long INTERVAL_NANOS = 500_000_000L;
    private static final int BAR = 30;

    private final PrintWriter err;
    private long next = System.nanoTime() + 2 * INTERVAL_NANOS;
    private String what = "";
    private long total;
    private long done;
    private int shown; // characters of the line

    public StretchProgress(PrintWriter err) {
        this.err = err;
    }

    @Override
    public synchronized void start(String stretch, long units) {
        what = stretch;
        total = units;
        done = 0;
    }

    @Override
    public synchronized void done(long units) {
        done += units;
        long now = System.nanoTime();
        if (now - next < 0) {
            return;
        }
        next = now + INTERVAL_NANOS;
        int filled = (int) (BAR * done / total);
        String line = String.format(
                Locale.ROOT, "%s [%s%s] %,d of %,d ", what, "#".repeat(filled), ".".repeat(BAR - filled), done, total);
        err.print("\r" + line + " ".repeat(Math.max(0, shown - line.length())));
        err.flush();
        shown = line.length();
    }

    /** Wipes the line, before something else is printed. */
    public synchronized void clear() {
        if (shown > 0) {
            err.print("\r" + " ".repeat(shown) + "\r");
            err.flush();
        }
        shown = 0;
        next = System.nanoTime() + 2 * INTERVAL_NANOS;
    }

    @Override
    public synchronized void close() {
        if (shown > 0) {
            err.println();
        }
    }
}
