package org.reweave.emulator.cli.common;

import picocli.CommandLine.Option;

/** {@code --quiet}, of commands that show progress. */
public final class QuietOption {
    @Option(names = "--quiet", description = "Nothing on stderr unless something is wrong.")
    private boolean quiet;

    public boolean isQuiet() {
        return quiet;
    }
}
