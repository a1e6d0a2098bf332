package org.reweave.emulator.cli.common;

import java.io.PrintWriter;
import java.util.function.Function;
import picocli.CommandLine.Option;

/** {@code --quiet}, of commands that show progress. */
public final class QuietOption {
    @Option(names = "--quiet", description = "Nothing on stderr unless something is wrong.")
    private boolean quiet;

    public boolean isQuiet() {
        return quiet;
    }

    /**
     * Shows the progress of work that Ctrl-C ends together with the process.
     *
     * @param stopped in words: what is kept then
     */
    public <R> R during(PrintWriter err, String stopped, Function<ProgressLine, R> work) {
        ProgressLine progress = ProgressLine.open(err, quiet);
        Interrupts interrupts = Interrupts.endProcess(progress, stopped);
        try (progress) {
            return work.apply(progress);
        } finally {
            interrupts.close();
        }
    }
}
