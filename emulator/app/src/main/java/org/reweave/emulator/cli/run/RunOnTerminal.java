package org.reweave.emulator.cli.run;

import java.io.PrintWriter;
import java.time.Duration;
import java.util.List;
import java.util.function.Consumer;
import org.reweave.emulator.cli.common.Amounts;
import org.reweave.emulator.cli.common.ExitCode;
import org.reweave.emulator.cli.common.Interrupts;
import org.reweave.emulator.cli.common.ProgressLine;
import org.reweave.emulator.cli.common.TerminalKeys;
import org.reweave.emulator.results.Summary;
import org.reweave.emulator.run.Run;
import org.reweave.emulator.run.RunCut;
import org.reweave.emulator.run.RunWatcher;

/** Shows a run on stderr while it goes on; Ctrl-C stops it, and keys hold it back and let it go on. */
final class RunOnTerminal implements RunWatcher, AutoCloseable {
    /** Longest wait for the next cut after Ctrl-C; writing the results must fit into the rest of two seconds. */
    private static final Duration PATIENCE = Duration.ofMillis(750);

    private static final int PAUSE = ' ';
    private static final int STEP = 's';

    private final Run run;
    private final ProgressLine line;
    private final RunProgress progress;
    private final Interrupts interrupts;
    private final TerminalKeys keys;

    /**
     * @param quiet without progress
     * @param ending ends the process with the summary of a run that Ctrl-C stopped between two cuts
     */
    RunOnTerminal(PrintWriter err, Run run, boolean quiet, Consumer<Summary> ending) {
        this.run = run;
        this.line = ProgressLine.open(err, quiet);
        long trafficStop = run.network().resolved().scenario().traffic().stop();
        this.progress = new RunProgress(line, run.recorder(), run::machinesInWords, trafficStop, beginning());
        this.keys = quiet ? TerminalKeys.none() : TerminalKeys.open(this::pressed);
        this.interrupts = Interrupts.handle(() -> {
            closeKeys();
            run.stop();
            line.close();
            err.println("reweave: stopping at the next cut; Ctrl-C again kills");
            if (!run.isKeptWithin(PATIENCE)) {
                err.println("reweave: stopped before anything of the run was in its journal");
                err.flush();
                Runtime.getRuntime().halt(ExitCode.INTERRUPTED);
            }
            run.endAtLastCut(PATIENCE).ifPresent(summary -> {
                err.println("reweave: no cut came; the run is ended with what its last cut knew");
                ending.accept(summary);
            });
        });
    }

    /** What is done before the first cut; a cluster may have another run, or too few nodes. */
    private String beginning() {
        return run.drivers()
                .cluster()
                .map(cluster -> cluster.contact().isPresent()
                        ? "waiting for the cluster's turn and for " + Amounts.count(cluster.nodes(), "node")
                        : "waiting for its " + Amounts.count(cluster.nodes(), "node"))
                .orElse("making the devices");
    }

    private synchronized void closeKeys() {
        keys.close();
    }

    /** The space bar pauses and resumes, s goes on by a cut. */
    private void pressed(int key) {
        if (key == STEP) {
            run.step();
        } else if (key == PAUSE && run.isPaused()) {
            run.resume();
        } else if (key == PAUSE) {
            run.pause();
        }
        if (run.isPaused()) {
            line.println("  paused: the space bar goes on, s takes a step to the next cut");
        }
    }

    @Override
    public void cut(RunCut cut) {
        if (run.isKept()) { // what was shown survives a kill
            progress.cut(cut.totals(), List.of());
        }
    }

    @Override
    public void over() {
        closeKeys();
        interrupts.close();
        line.step("writing the results");
    }

    @Override
    public void broken(String remark) {
        line.println("reweave: " + remark);
    }

    /** Afterwards Ctrl-C kills, whether the run began or not. */
    @Override
    public void close() {
        over();
        line.close();
    }
}
