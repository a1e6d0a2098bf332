package org.reweave.routing.model;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class SeededSequenceTest {
    /** The finaliser written out, with the increment outside: what {@link Mix#mix(long)} has inside. */
    private static long splitMix(long value) {
        long z = (value ^ (value >>> 30)) * 0xBF58476D1CE4E5B9L;
        z = (z ^ (z >>> 27)) * 0x94D049BB133111EBL;
        return z ^ (z >>> 31);
    }

    @Test
    void theSequenceIsThatOfSplitMix64FromTheMixedSeed() {
        for (long seed : new long[] {0, 1, -1, 42, Long.MIN_VALUE}) {
            SeededSequence sequence = new SeededSequence(seed);
            long state = splitMix(seed);
            for (int i = 0; i < 100; i++) {
                state += 0x9E3779B97F4A7C15L;
                assertThat(sequence.next()).isEqualTo(splitMix(state));
            }
            assertThat(SeededSequence.mix(seed)).isEqualTo(splitMix(seed));
        }
    }
}
