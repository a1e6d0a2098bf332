package org.reweave.emulator.cli.common;

import picocli.CommandLine.Option;

/** {@code --threads}, of commands that do many runs, each of them in one thread. */
public final class RunsAtATime {
    @Option(names = "--threads", paramLabel = "N", description = "Runs at a time; default: all processors.")
    private Integer threads;

    /** Runs at a time; a number below 1 is a problem of the input. */
    public int threads(InputCheck input) {
        Threads.check(threads, input);
        return Threads.used(threads);
    }
}
