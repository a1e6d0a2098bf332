package org.reweave.emulator.reproduce;

import java.util.function.LongSupplier;

/**
 * How to run a reproduction. Results depend on effort and seed, never on threads; times depend on the clock.
 *
 * @param seed of all draws
 * @param threads at least 1
 * @param nanoTime of the machine, for what measures computing times
 */
public record Settings(Effort effort, long seed, int threads, LongSupplier nanoTime) {
    public Settings {
        if (threads < 1) {
            throw new IllegalArgumentException("threads " + threads + " < 1");
        }
    }
}
