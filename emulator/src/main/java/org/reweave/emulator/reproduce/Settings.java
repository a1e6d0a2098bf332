package org.reweave.emulator.reproduce;

import java.util.function.LongSupplier;

/**
 * How to run a reproduction. Results depend on effort and seed, never on threads; times depend on the clock.
 *
 * @param seed of all draws
 * @param threads at least 1
 * @param nanoTime of the machine, for what measures computing times
 * @param memory of emulated runs: one that is found there is not executed again
 */
public record Settings(Effort effort, long seed, int threads, LongSupplier nanoTime, TrialMemory memory) {
    public Settings {
        if (threads < 1) {
            throw new IllegalArgumentException("threads " + threads + " < 1");
        }
    }

    /** Settings whose emulated runs are remembered until the end of the process. */
    public Settings(Effort effort, long seed, int threads, LongSupplier nanoTime) {
        this(effort, seed, threads, nanoTime, TrialMemory.inProcess());
    }
}
