package org.reweave.emulator.cli.run;

import java.io.PrintWriter;
import java.util.function.Consumer;
import org.reweave.emulator.cli.common.ExitCode;
import org.reweave.emulator.governor.Outcome;
import org.reweave.emulator.results.Summary;
import org.reweave.emulator.run.Run;

/** Executes a run for a command: shows it while it goes on, prints its summary, and says the exit code. */
public final class RunExecution {
    private final PrintWriter out;
    private final PrintWriter err;
    private final boolean quiet;
    private final Consumer<Summary> json; // null = in words

    /** @param json prints a summary as JSON; null = it is printed in words */
    public RunExecution(PrintWriter out, PrintWriter err, boolean quiet, Consumer<Summary> json) {
        this.out = out;
        this.err = err;
        this.quiet = quiet;
        this.json = json;
    }

    /** @return exit code */
    public int execute(Run run) {
        if (!quiet) {
            new RunIntroduction(err, run.network(), run.drivers()).print();
        }
        Summary summary;
        try (RunOnTerminal terminal = new RunOnTerminal(err, run, quiet, stopped -> {
            print(stopped, run);
            Runtime.getRuntime().halt(ExitCode.INTERRUPTED);
        })) {
            summary = run.watch(terminal).execute();
        }
        print(summary, run);
        return exitCode(summary);
    }

    private void print(Summary summary, Run run) {
        if (json != null) {
            json.accept(summary);
        } else {
            new RunReport(out, summary, run.recorder(), run.folder().orElseThrow()).print();
        }
        out.flush();
    }

    private static int exitCode(Summary summary) {
        if (summary.interrupted()) {
            return ExitCode.INTERRUPTED;
        }
        return summary.outcome() == Outcome.COMPLETED ? ExitCode.DONE : ExitCode.CHECKS_FAILED;
    }
}
