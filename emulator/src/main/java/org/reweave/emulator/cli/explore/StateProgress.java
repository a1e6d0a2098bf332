package org.reweave.emulator.cli.explore;

import java.io.PrintWriter;
import java.util.Locale;
import java.util.function.IntConsumer;

/** One line on stderr that is rewritten while states are found; nothing is shown in the first second. */
final class StateProgress implements IntConsumer, AutoCloseable {
    private static final long INTERVAL_NANOS = 500_000_000L;

    private final PrintWriter err;
    private final long start = System.nanoTime();
    private long next = start + 2 * INTERVAL_NANOS;
    private boolean shown;

    StateProgress(PrintWriter err) {
        this.err = err;
    }

    @Override
    public void accept(int states) {
        long now = System.nanoTime();
        if (now - next < 0) {
            return;
        }
        next = now + INTERVAL_NANOS;
        shown = true;
        err.print(String.format(
                Locale.ROOT, "\r%,d states, %,d a second ", states, (long) (states * 1e9 / (now - start))));
        err.flush();
    }

    @Override
    public void close() {
        if (shown) {
            err.println();
        }
    }
}
