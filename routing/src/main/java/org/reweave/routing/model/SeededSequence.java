package org.reweave.routing.model;

/** A reproducible sequence of integers: the n-th number is a fixed function of (seed, n), the same on every machine and JDK.
 *  Not thread-safe; make one per use.
 *  Source: SplitMix64 (Steele, Lea, Flood, "Fast splittable pseudorandom number generators", OOPSLA 2014). */
public final class SeededSequence {
    private static final long GOLDEN_GAMMA = 0x9E3779B97F4A7C15L;

    private final long seed;
    private long counter;

    public SeededSequence(long seed) {
        this.seed = seed;
    }

    /** The finaliser of SplitMix64: a bijection on 64-bit integers in which every input bit moves every output bit. */
    public static long mix(long value) {
        long z = (value ^ (value >>> 30)) * 0xBF58476D1CE4E5B9L;
        z = (z ^ (z >>> 27)) * 0x94D049BB133111EBL;
        return z ^ (z >>> 31);
    }

    /** The next 64 bits. */
    public long next() {
        counter++;
        return mix(mix(seed) + counter * GOLDEN_GAMMA);
    }

    /** The next number of {@code 0..bound-1}. The bias is below {@code bound / 2^63}.
     *  @throws IllegalArgumentException when bound is below 1 */
    public int below(int bound) {
        if (bound < 1) {
            throw new IllegalArgumentException("bound " + bound + " < 1; a choice needs at least one candidate");
        }
        return (int) ((next() >>> 1) % bound);
    }
}
