package org.reweave.emulator.cli.sweep;

import java.io.PrintWriter;
import java.util.Locale;
import org.reweave.emulator.cli.common.Amounts;
import org.reweave.emulator.sweep.Point;
import org.reweave.emulator.sweep.Sample;
import org.reweave.emulator.sweep.SweepRunner;

/** A line per finished run of a sweep, with the time that the rest of the grid will take. */
final class SweepProgress implements SweepRunner.Listener {
    private final PrintWriter err;
    private final SweepReport.Subject subject;
    private final boolean quiet;
    private final int known;
    private final int all;
    private final long started = System.nanoTime();
    private int done;
    private int fresh;
    private boolean searching;

    /** @param known runs that an earlier sweep has finished */
    SweepProgress(PrintWriter err, SweepReport.Subject subject, int known, boolean quiet) {
        this.err = err;
        this.subject = subject;
        this.quiet = quiet;
        this.known = known;
        this.all = subject.grid().points().size();
    }

    void begin() {
        if (!quiet) {
            err.println(subject.base().name() + ": " + subject.base().description());
            err.println("  " + Amounts.count(all, "run") + ", " + Amounts.count(subject.threads(), "thread")
                    + (known == 0 ? "" : "; " + Amounts.count(known, "run") + " found in " + subject.folder()));
            err.flush();
        }
    }

    /** The grid is complete; what follows is the search for saturation, if anything. */
    void searching(boolean wanted) {
        searching = true;
        if (!quiet && wanted) {
            err.println("  searching for saturation");
        }
    }

    @Override
    public void finished(Point point, Sample sample, boolean isFresh) {
        done++;
        fresh += isFresh ? 1 : 0;
        if (quiet || !isFresh) {
            return;
        }
        double perRun = (System.nanoTime() - started) / 1e9 / fresh;
        err.printf(
                Locale.ROOT,
                "  %s %s: accepted %s, total latency %s, %s%s%n",
                searching ? "[search]" : String.format("[%d/%d]", done, all),
                point,
                sample.accepted() == null ? "-" : String.format(Locale.ROOT, "%.4f", sample.accepted()),
                sample.total().mean() == null
                        ? "-"
                        : Amounts.time(sample.total().mean()),
                sample.outcome(),
                searching || done == all ? "" : "; about " + Amounts.time(1e9 * perRun * (all - done)) + " left");
        err.flush();
    }
}
