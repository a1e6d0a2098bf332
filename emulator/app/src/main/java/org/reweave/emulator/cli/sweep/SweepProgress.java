package org.reweave.emulator.cli.sweep;

import java.util.Locale;
import org.reweave.emulator.cli.common.Amounts;
import org.reweave.emulator.cli.common.ProgressLine;
import org.reweave.emulator.cli.common.Study;
import org.reweave.emulator.sweep.Point;
import org.reweave.emulator.sweep.Sample;
import org.reweave.emulator.sweep.SweepRunner;

/** A line per finished run of a sweep, above the line of progress. */
final class SweepProgress implements SweepRunner.Listener {
    private final Study<?> study;
    private final ProgressLine line;
    private final int all;
    private int done;
    private boolean searching;

    /**
     * @param all runs of the grid
     * @param known runs that an earlier sweep has finished
     */
    SweepProgress(Study<?> study, ProgressLine line, int all, int known) {
        this.study = study;
        this.line = line;
        this.all = all;
        line.start("runs", all > known ? all - known : -1);
    }

    /** The grid is complete; a search for saturation follows where one is wanted. */
    void searching(boolean wanted) {
        searching = true;
        if (wanted) {
            study.say(line, "  searching for saturation");
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
        study.say(
                line,
                String.format(
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
}
