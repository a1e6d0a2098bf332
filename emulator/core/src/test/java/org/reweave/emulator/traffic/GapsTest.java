package org.reweave.emulator.traffic;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Gaps of a Bernoulli source are geometric: mean 1/p, variance (1-p)/p^2. */
class GapsTest {
    private static final int DRAWS = 40_000;

    @ParameterizedTest(name = "p = {0}")
    @ValueSource(doubles = {0.9, 0.5, 0.1, 0.01, 0.001})
    void theMeanGapIsOneOverTheProbability(double probability) {
        Gaps gaps = new Gaps(7, probability);
        double sum = 0;
        long ones = 0;
        for (long counter = 0; counter < DRAWS; counter++) {
            long gap = gaps.gap(3, counter);
            assertThat(gap).isPositive();
            sum += gap;
            ones += gap == 1 ? 1 : 0;
        }
        double deviationOfMean = Math.sqrt((1 - probability) / DRAWS) / probability;
        assertThat(sum / DRAWS).isBetween(1 / probability - 4 * deviationOfMean, 1 / probability + 4 * deviationOfMean);
        double deviationOfOnes = Math.sqrt(probability * (1 - probability) / DRAWS);
        assertThat((double) ones / DRAWS)
                .as("a packet in the very next cycle")
                .isBetween(probability - 4 * deviationOfOnes, probability + 4 * deviationOfOnes);
    }

    @Test
    void atProbabilityOneThereIsAPacketEveryCycle() {
        Gaps gaps = new Gaps(7, 1);
        for (long counter = 0; counter < 100; counter++) {
            assertThat(gaps.gap(0, counter)).isOne();
        }
    }

    @Test
    void theRarestPacketComesAtACycleThatStillFits() {
        Gaps gaps = new Gaps(7, Double.MIN_NORMAL);
        for (long counter = 0; counter < 1000; counter++) {
            assertThat(gaps.gap(0, counter)).isBetween(1L, (1L << 40) + 1);
        }
    }

    @Test
    void gapsDependOnSeedNicAndCounterOnly() {
        Gaps gaps = new Gaps(7, 0.01);
        Gaps same = new Gaps(7, 0.01);
        Gaps other = new Gaps(8, 0.01);
        int equalToOther = 0;
        int equalToNextNic = 0;
        for (long counter = 0; counter < 1000; counter++) {
            assertThat(same.gap(2, counter)).isEqualTo(gaps.gap(2, counter));
            equalToOther += other.gap(2, counter) == gaps.gap(2, counter) ? 1 : 0;
            equalToNextNic += gaps.gap(3, counter) == gaps.gap(2, counter) ? 1 : 0;
        }
        assertThat(equalToOther).isLessThan(50);
        assertThat(equalToNextNic).isLessThan(50);
    }
}
