package org.reweave.emulator.cli.run;

import java.io.PrintWriter;
import java.util.List;
import org.reweave.emulator.cli.common.Interrupts;
import org.reweave.emulator.cli.common.ProgressLine;
import org.reweave.emulator.run.Run;
import org.reweave.emulator.run.RunCut;
import org.reweave.emulator.run.RunWatcher;

/** Shows a run on stderr while it goes on, and lets Ctrl-C stop it. */
final class RunOnTerminal implements RunWatcher, AutoCloseable {
    private final PrintWriter err;
    private final ProgressLine line;
    private final RunProgress progress;
    private final Interrupts interrupts;

    /** @param quiet without progress */
    RunOnTerminal(PrintWriter err, Run run, boolean quiet) {
        this.err = err;
        this.line = ProgressLine.open(err, quiet);
        long trafficStop = run.network().resolved().scenario().traffic().stop();
        this.progress = new RunProgress(line, run.recorder(), trafficStop);
        this.interrupts = Interrupts.handle(() -> {
            run.stop();
            line.close();
            err.println("reweave: stopping at the next cut; Ctrl-C again kills");
        });
    }

    @Override
    public void cut(RunCut cut) {
        progress.cut(cut.totals(), List.of());
    }

    @Override
    public void over() {
        interrupts.close();
        line.close();
    }

    @Override
    public void broken(String remark) {
        err.println("reweave: " + remark);
    }

    /** Afterwards Ctrl-C kills, whether the run began or not. */
    @Override
    public void close() {
        over();
    }
}
