package org.reweave.emulator.cli.common;

import org.reweave.emulator.run.Drivers;

/** Numbers of threads as options give them. */
public final class Threads {
    private Threads() {}

    /** @param chosen null = all processors */
    public static int used(Integer chosen) {
        return chosen == null ? Runtime.getRuntime().availableProcessors() : chosen;
    }

    /** A number below 1, or of more threads than one run may have, is a problem of the input. */
    public static void check(Integer chosen, InputCheck input) {
        if (chosen == null) {
            return;
        }
        input.require(chosen >= 1, "--threads " + chosen + " < 1; raise it");
        input.require(
                chosen <= Drivers.MOST_THREADS,
                "--threads " + chosen + " > " + Drivers.MOST_THREADS
                        + "; lower it: threads beyond the number of processors gain nothing");
    }
}
