package org.reweave.routing.model;

/**
 * A reproducible sequence of integers: the n-th number is a fixed function of (seed, n), the same on every machine and
 * JDK. Not thread-safe; make one per use. Source: SplitMix64 (Steele, Lea, Flood, "Fast splittable pseudorandom number
 * generators", OOPSLA 2014).
 */
public final class SeededSequence {
    private long state;

    public SeededSequence(long seed) {
        this.state = mix(seed);
    }

    /** The finaliser of SplitMix64: a bijection on 64-bit integers in which every input bit moves every output bit. */
    public static long mix(long value) {
        return Mix.mix(value - Mix.GOLDEN);
    }

    /** The next 64 bits. */
    public long next() {
        long bits = Mix.mix(state);
        state += Mix.GOLDEN;
        return bits;
    }

    /**
     * The next number of {@code 0..bound-1}. The bias is below {@code bound / 2^63}.
     *
     * @throws IllegalArgumentException when bound is below 1
     */
    public int below(int bound) {
        if (bound < 1) {
            throw new IllegalArgumentException("bound " + bound + " < 1; a choice needs at least one candidate");
        }
        return (int) ((next() >>> 1) % bound);
    }
}
