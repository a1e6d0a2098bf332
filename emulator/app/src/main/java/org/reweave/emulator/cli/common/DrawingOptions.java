package org.reweave.emulator.cli.common;

import picocli.CommandLine.Option;

/** {@code --seed} and {@code --threads} of commands that judge what they draw. */
public final class DrawingOptions {
    @Option(names = "--seed", defaultValue = "1", description = "Seed of all draws; default ${DEFAULT-VALUE}.")
    private long seed;

    @Option(names = "--threads", description = "Threads; default: all processors.")
    private Integer threads;

    public long seed() {
        return seed;
    }

    public int threads() {
        return Threads.used(threads);
    }

    /** A number of threads below 1 or beyond the limit is a problem of the input. */
    public void check(InputCheck input) {
        Threads.check(threads, input);
    }
}
