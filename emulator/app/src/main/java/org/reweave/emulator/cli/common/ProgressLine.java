package org.reweave.emulator.cli.common;

import java.io.PrintWriter;
import java.time.Duration;
import java.util.Locale;
import me.tongfei.progressbar.ProgressBar;
import me.tongfei.progressbar.ProgressBarBuilder;
import me.tongfei.progressbar.ProgressBarConsumer;
import me.tongfei.progressbar.ProgressState;
import org.reweave.emulator.reproduce.Progress;

/**
 * How far a command has come, in one line on stderr: share done, bar, remaining time and a text. On a terminal the line
 * is rewritten and never wider than the terminal; elsewhere a new line appears now and then. Nothing is shown of
 * anything that takes less than a second. Calls may come from any thread.
 */
public final class ProgressLine implements Progress, AutoCloseable {
    private static final int TERMINAL_MILLIS = 200;
    private static final int ELSEWHERE_MILLIS = 5000;
    private static final int FIRST_MILLIS = 1000;
    private static final int BAR = 20;
    /** A narrower line has no bar: its text says more. */
    private static final int WIDTH_WITH_BAR = 70;

    private final PrintWriter err;
    private final ProgressBar bar; // null = quiet
    private final boolean terminal;
    private final long firstNanos;
    private volatile String what = "";
    private long visibleFrom;
    private int shown; // characters on the terminal
    private boolean closed;

    private ProgressLine(PrintWriter err, boolean quiet, boolean terminal, int width, int firstMillis) {
        this.err = err;
        this.terminal = terminal;
        this.firstNanos = firstMillis * 1_000_000L;
        this.visibleFrom = System.nanoTime() + firstNanos;
        this.bar = quiet
                ? null
                : new ProgressBarBuilder()
                        .setUpdateIntervalMillis(terminal ? TERMINAL_MILLIS : ELSEWHERE_MILLIS)
                        .continuousUpdate()
                        .setInitialMax(-1)
                        .setRenderer((state, limit) -> text(what, state, limit))
                        .setConsumer(new Screen(width))
                        .build();
    }

    /** @param quiet nothing is shown */
    public static ProgressLine open(PrintWriter err, boolean quiet) {
        boolean terminal = !quiet && Terminal.isStderr();
        return new ProgressLine(err, quiet, terminal, terminal ? Terminal.width() : Integer.MAX_VALUE, FIRST_MILLIS);
    }

    /** A line that appears at once, for tests. */
    static ProgressLine at(PrintWriter err, boolean terminal, int width) {
        return new ProgressLine(err, false, terminal, width, 0);
    }

    /** @param units of work in the stretch; -1 = nobody knows */
    @Override
    public void start(String stretch, long units) {
        start(stretch, units, "");
    }

    private void start(String stretch, long units, String text) {
        if (bar != null) {
            what = stretch;
            bar.setExtraMessage(text); // first: the others may show the line at once
            bar.maxHint(units);
            bar.reset();
        }
    }

    @Override
    public void done(long units) {
        if (bar != null) {
            bar.stepBy(units);
        }
    }

    /** A stretch begins of which nobody knows the length: its name is all there is to show. */
    public void step(String name) {
        start("", -1, name);
    }

    /** Sets the number of units of the stretch that are done in all. */
    public void reached(long units) {
        if (bar != null) {
            bar.stepTo(units);
        }
    }

    /** Shows a text in place of the number of units. */
    public void say(String text) {
        if (bar != null) {
            bar.setExtraMessage(text);
        }
    }

    /** Prints a line that stays, above the line of progress. */
    public synchronized void println(String line) {
        wipe();
        err.println(line);
        err.flush();
    }

    /** Takes the line off the terminal until more than a second has passed. */
    public synchronized void clear() {
        wipe();
        visibleFrom = Math.max(visibleFrom, System.nanoTime() + firstNanos);
    }

    /** Takes the line off the terminal for good. */
    @Override
    public void close() {
        synchronized (this) {
            if (closed) {
                return;
            }
            wipe();
            closed = true;
        }
        if (bar != null) {
            bar.close();
        }
    }

    private void wipe() {
        if (shown > 0) {
            err.print("\r" + " ".repeat(shown) + "\r");
            err.flush();
            shown = 0;
        }
    }

    private synchronized void show(String line) {
        if (closed || System.nanoTime() - visibleFrom < 0) {
            return;
        }
        if (terminal) {
            err.print("\r" + line + " ".repeat(Math.max(0, shown - line.length())));
            shown = line.length();
        } else {
            err.println(line);
            visibleFrom = System.nanoTime() + ELSEWHERE_MILLIS * 900_000L; // a new stretch makes no line of its own
        }
        err.flush();
    }

    private static String text(String what, ProgressState state, int limit) {
        return render(
                what,
                state.getExtraMessage(),
                state.getCurrent(),
                state.isIndefinite() ? -1 : state.getMax(),
                state.getElapsedAfterStart(),
                limit);
    }

    /**
     * @param text empty = the number of units
     * @param max units of the stretch; -1 = nobody knows
     * @param limit characters at most
     */
    static String render(String what, String text, long current, long max, Duration elapsed, int limit) {
        StringBuilder line = new StringBuilder("  ");
        if (max > 0) {
            double share = Math.min(1, (double) current / max);
            line.append(String.format(Locale.ROOT, "%3d%%", (int) (100 * share)));
            if (limit >= WIDTH_WITH_BAR) {
                int filled = (int) (BAR * share);
                line.append(" [")
                        .append("#".repeat(filled))
                        .append(".".repeat(BAR - filled))
                        .append(']');
            }
            line.append("  ").append(remaining(share, elapsed)).append("  ");
        }
        line.append(what).append(what.isEmpty() ? "" : "  ");
        line.append(text.isEmpty() ? units(current, max, elapsed) : text);
        return line.length() <= limit ? line.toString() : line.substring(0, limit);
    }

    private static String remaining(double share, Duration elapsed) {
        if (share == 0) {
            return "-:--:-- left";
        }
        long seconds = (long) Math.ceil(elapsed.toMillis() / 1000.0 * (1 - share) / share);
        return String.format(Locale.ROOT, "%d:%02d:%02d left", seconds / 3600, seconds / 60 % 60, seconds % 60);
    }

    private static String units(long current, long max, Duration elapsed) {
        if (max > 0) {
            return String.format(Locale.ROOT, "%,d of %,d", current, max);
        }
        if (current == 0) {
            return String.format(Locale.ROOT, "for %,d s", elapsed.toSeconds());
        }
        long perSecond = 1000 * current / Math.max(1, elapsed.toMillis());
        return perSecond > 0
                ? String.format(Locale.ROOT, "%,d, %,d a second", current, perSecond)
                : String.format(Locale.ROOT, "%,d, %,d a minute", current, 60_000 * current / elapsed.toMillis());
    }

    /** Where the library's lines go. */
    private final class Screen implements ProgressBarConsumer {
        private final int width;

        Screen(int width) {
            this.width = width;
        }

        /** The last column stays free: some terminals wrap when a character is in it. */
        @Override
        public int getMaxRenderedLength() {
            return width - 1;
        }

        @Override
        public void accept(String line) {
            show(line);
        }

        @Override
        public void close() {
            // the line is off the screen already
        }
    }
}
