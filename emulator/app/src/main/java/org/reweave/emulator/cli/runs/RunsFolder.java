package org.reweave.emulator.cli.runs;

import java.nio.file.Path;
import picocli.CommandLine.Option;

/** {@code --runs}: the folder of runs that a command looks at. */
public final class RunsFolder {
    @Option(
            names = "--runs",
            paramLabel = "DIR",
            defaultValue = "runs",
            description = "Where runs are; default: ${DEFAULT-VALUE}.")
    private Path path;

    public Path path() {
        return path;
    }
}
