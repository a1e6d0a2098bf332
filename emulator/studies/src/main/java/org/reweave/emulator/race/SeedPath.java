package org.reweave.emulator.race;

import java.util.ArrayList;
import java.util.List;

/**
 * A seed of a race as one number: the seed of a run, and the numbers of the variations of it, each of which draws one
 * part of the scenario anew. So every run of a race is repeated by its one number.
 */
final class SeedPath {
    /** Seeds from here on have variations. */
    private static final int ROOT_BITS = 40;

    private static final int STEP_BITS = 7;
    private static final int STEPS = 3;

    /** Variations of one seed at most. */
    static final int MOST = (1 << STEP_BITS) - 1;

    private SeedPath() {}

    /** The seed without its variations. */
    static long root(long seed) {
        return isPlain(seed) ? seed : seed & (1L << ROOT_BITS) - 1;
    }

    /** Whether a seed is no variation of another one. */
    static boolean isPlain(long seed) {
        return seed >> ROOT_BITS <= 0;
    }

    /** Numbers of the variations, the first one first. */
    static List<Integer> steps(long seed) {
        List<Integer> steps = new ArrayList<>();
        for (long rest = isPlain(seed) ? 0 : seed >> ROOT_BITS; rest != 0; rest >>= STEP_BITS) {
            steps.add((int) rest & MOST);
        }
        return steps;
    }

    /** Whether there can be a variation of a seed. */
    static boolean canVary(long seed) {
        return seed >= 0 && steps(seed).size() < STEPS;
    }

    /** @param number of the variation, from 1 */
    static long varied(long seed, int number) {
        return seed | (long) number << ROOT_BITS + STEP_BITS * steps(seed).size();
    }
}
