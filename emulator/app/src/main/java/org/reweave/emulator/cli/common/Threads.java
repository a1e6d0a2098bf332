package org.reweave.emulator.cli.common;

/** Numbers of threads as options give them. */
public final class Threads {
    private Threads() {}

    /** @param chosen null = all processors */
    public static int used(Integer chosen) {
        return chosen == null ? Runtime.getRuntime().availableProcessors() : chosen;
    }

    /** A number below 1 is a problem of the input. */
    public static void check(Integer chosen, InputCheck input) {
        if (used(chosen) < 1) {
            input.problem("--threads " + chosen + " < 1; raise it");
        }
    }
}
