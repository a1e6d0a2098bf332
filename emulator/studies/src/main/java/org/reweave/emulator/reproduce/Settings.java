package org.reweave.emulator.reproduce;

import java.util.function.LongSupplier;
import org.reweave.routing.topology.Element;
import org.reweave.routing.verify.FaultAnalysis;

/**
 * How to run a reproduction. Results depend on effort, runs and seed, never on threads; times depend on the clock.
 *
 * @param runs of each point of what is emulated; null = as many as the effort has
 * @param seed of all draws
 * @param threads at least 1
 * @param nanoTime of the machine, for what measures computing times
 * @param memory of emulated runs: one that is found there is not executed again
 */
public record Settings(Effort effort, Integer runs, long seed, int threads, LongSupplier nanoTime, TrialMemory memory) {
    public Settings {
        if (threads < 1) {
            throw new IllegalArgumentException("threads " + threads + " < 1");
        }
        if (runs != null && runs < 1) {
            throw new IllegalArgumentException("runs " + runs + " < 1");
        }
    }

    /** Settings whose emulated runs are remembered until the end of the process. */
    public Settings(Effort effort, long seed, int threads, LongSupplier nanoTime) {
        this(effort, null, seed, threads, nanoTime, TrialMemory.inProcess());
    }

    /**
     * Sets of faults, enumerated where a sample would not be smaller, else drawn.
     *
     * @param samples drawn; also how many sets are enumerated at most
     * @param confidence 0.95 or 0.99
     */
    public FaultAnalysis.Plan sets(Element element, long samples, double confidence) {
        return sets(element, samples, samples, confidence);
    }

    /**
     * Sets of faults, enumerated when there are at most so many, else drawn.
     *
     * @param samples drawn
     * @param confidence 0.95 or 0.99
     */
    public FaultAnalysis.Plan sets(Element element, long enumerateUpTo, long samples, double confidence) {
        return new FaultAnalysis.Plan(element, enumerateUpTo, samples, confidence, seed, threads);
    }
}
