package org.reweave.routing.verify;

import java.math.BigInteger;
import org.reweave.routing.model.Mix;

/**
 * Sets of f out of m things: how many there are, the one of a rank in lexicographic order, the next one, and a random
 * one.
 */
final class Combinations {
    private Combinations() {}

    /** C(m, f). */
    static BigInteger count(int m, int f) {
        BigInteger count = BigInteger.ONE;
        for (int i = 0; i < f; i++) {
            count = count.multiply(BigInteger.valueOf(m - i)).divide(BigInteger.valueOf(i + 1L));
        }
        return f > m ? BigInteger.ZERO : count;
    }

    /**
     * Fills {@code indices} with the combination of a rank.
     *
     * @param rank {@code 0..C(m, indices.length)-1}
     */
    static void unrank(int m, long rank, int[] indices) {
        long left = rank;
        int next = 0;
        for (int i = 0; i < indices.length; i++) {
            while (true) {
                long with = count(m - next - 1, indices.length - i - 1).longValueExact();
                if (left < with) {
                    break;
                }
                left -= with;
                next++;
            }
            indices[i] = next++;
        }
    }

    /** Steps to the lexicographic successor; the last combination is left as it is. */
    static void advance(int m, int[] indices) {
        int f = indices.length;
        for (int i = f - 1; i >= 0; i--) {
            if (indices[i] < m - f + i) {
                indices[i]++;
                for (int j = i + 1; j < f; j++) {
                    indices[j] = indices[j - 1] + 1;
                }
                return;
            }
        }
    }

    /**
     * Fills {@code indices}, ascending, with a uniformly random combination that is a function of the seed and the
     * draw. Source: Floyd's algorithm (Bentley and Floyd, "A sample of brilliance", CACM 1987).
     */
    static void draw(int m, long seed, long draw, int[] indices) {
        int f = indices.length;
        for (int i = 0; i < f; i++) {
            int bound = m - f + i + 1;
            int chosen = Mix.below(Mix.mix(seed, f, draw, i), bound);
            int at = i;
            for (int j = 0; j < i; j++) {
                if (indices[j] == chosen) {
                    chosen = bound - 1;
                    break;
                }
            }
            while (at > 0 && indices[at - 1] > chosen) {
                indices[at] = indices[at - 1];
                at--;
            }
            indices[at] = chosen;
        }
    }
}
