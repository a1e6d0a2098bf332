package org.reweave.routing.model;

/**
 * The project's only source of randomness: a pure function of a seed, a device, a purpose and a counter. A new draw
 * with other arguments changes no existing draw, so adding a random choice somewhere never changes the choices
 * elsewhere.
 */
public final class Mix {
    /** 2^64 divided by the golden ratio: the increment of SplitMix64. */
    static final long GOLDEN = 0x9E3779B97F4A7C15L;

    private Mix() {}

    /** @return 64 well mixed bits of (seed, device, purpose, counter) */
    public static long mix(long seed, long device, long purpose, long counter) {
        return mix(mix(mix(mix(seed) + device) + purpose) + counter);
    }

    /**
     * One finaliser round (the 64-bit variant 13 of Stafford's search), preceded by an odd increment so that 0 is not a
     * fixed point.
     */
    public static long mix(long x) {
        long z = x + GOLDEN;
        z = (z ^ (z >>> 30)) * 0xBF58476D1CE4E5B9L;
        z = (z ^ (z >>> 27)) * 0x94D049BB133111EBL;
        return z ^ (z >>> 31);
    }

    /**
     * @return a uniform number in {@code 0..bound-1} from 64 mixed bits (multiply-shift; bias below 2^-32 for bounds
     *     below 2^31)
     */
    public static int below(long bits, int bound) {
        return (int) (((bits >>> 32) * bound) >>> 32);
    }

    /** @return a uniform double in (0, 1] from 64 mixed bits; never 0, so that its logarithm is finite */
    public static double unit(long bits) {
        return ((bits >>> 11) + 1) * 0x1.0p-53;
    }
}
