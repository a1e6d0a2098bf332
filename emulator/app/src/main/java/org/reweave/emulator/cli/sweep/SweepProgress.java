package org.reweave.emulator.cli.sweep;

import java.io.PrintWriter;
import java.util.Locale;
import org.reweave.emulator.cli.common.Amounts;
import org.reweave.emulator.cli.common.ProgressLine;
import org.reweave.emulator.sweep.Point;
import org.reweave.emulator.sweep.Sample;
import org.reweave.emulator.sweep.SweepRunner;

/** A line per finished run of a sweep, above the line of progress. */
final class SweepProgress implements SweepRunner.Listener, AutoCloseable {
    private final ProgressLine line;
    private final SweepReport.Subject subject;
    private final boolean quiet;
    private final int known;
    private final int all;
    private int done;
    private boolean searching;

    /** @param known runs that an earlier sweep has finished */
    SweepProgress(PrintWriter err, SweepReport.Subject subject, int known, boolean quiet) {
        this.line = ProgressLine.open(err, quiet);
        this.subject = subject;
        this.quiet = quiet;
        this.known = known;
        this.all = subject.grid().points().size();
    }

    ProgressLine line() {
        return line;
    }

    void begin() {
        print(subject.base().name() + ": " + subject.base().description());
        print("  " + Amounts.count(all, "run") + ", " + Amounts.count(subject.threads(), "thread")
                + (known == 0 ? "" : "; " + Amounts.count(known, "run") + " found in " + subject.folder()));
        line.start("runs", all - known > 0 ? all - known : -1);
    }

    /** The grid is complete; a search for saturation follows where one is wanted. */
    void searching(boolean wanted) {
        searching = true;
        if (wanted) {
            print("  searching for saturation");
            line.start("runs of the search", -1);
        }
    }

    @Override
    public void finished(Point point, Sample sample, boolean isFresh) {
        done++;
        if (!isFresh) {
            return;
        }
        line.done(1);
        print(String.format(
                Locale.ROOT,
                "  %s %s: accepted %s, total latency %s, %s",
                searching ? "[search]" : String.format("[%d/%d]", done, all),
                point,
                sample.accepted() == null ? "-" : String.format(Locale.ROOT, "%.4f", sample.accepted()),
                sample.total().mean() == null
                        ? "-"
                        : Amounts.time(sample.total().mean()),
                sample.outcome()));
    }

    private void print(String text) {
        if (!quiet) {
            line.println(text);
        }
    }

    @Override
    public void close() {
        line.close();
    }
}
