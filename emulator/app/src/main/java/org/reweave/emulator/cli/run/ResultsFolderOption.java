package org.reweave.emulator.cli.run;

import java.nio.file.Path;
import org.reweave.emulator.run.RunBuilder;
import picocli.CommandLine.Option;

/** {@code --out} of commands that do one run. */
public final class ResultsFolderOption {
    private static final Path RUNS = Path.of("runs");

    @Option(
            names = "--out",
            paramLabel = "DIR",
            description = "Write the results there instead of runs/SCENARIO-SEED-TIME; it must be empty or not exist.")
    private Path out;

    /** Has the run write into the folder that was named, or into one of its own. */
    public void choose(RunBuilder builder) {
        if (out == null) {
            builder.folderIn(RUNS);
        } else {
            builder.folder(out);
        }
    }
}
