package org.reweave.emulator.plot;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.data.Percentage.withPercentage;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class AxisTest {
    @ParameterizedTest
    @CsvSource({"0.93, 0, 1", "0.047, 0, 0.05", "1, 0, 1", "35, 0, 40"})
    void linearAxesEndAtARoundNumber(double max, double from, double to) {
        assertThat(Axis.upTo(max)).isEqualTo(new Axis(from, to, false));
        assertThat(Axis.upTo(max).ticks()).hasSizeBetween(4, 7).endsWith(to);
    }

    @ParameterizedTest
    @CsvSource({"31, 7800, 20, 10000", "1, 10, 1, 10", "5, 5, 5, 10", "0.3, 0.7, 0.2, 1"})
    void logarithmicAxesEndAtOneTwoOrFive(double min, double max, double from, double to) {
        Axis axis = Axis.logarithmic(min, max);
        assertThat(axis.from()).isCloseTo(from, withPercentage(0.001));
        assertThat(axis.to()).isCloseTo(to, withPercentage(0.001));
        assertThat(axis.place(min)).isBetween(0.0, axis.place(max));
        assertThat(axis.place(axis.from() / 2)).isZero();
    }

    @ParameterizedTest
    @CsvSource({"1, 2", "2, 5", "5, 10", "1, 10", "1, 100", "20, 10000", "0.00001, 100"})
    void logarithmicAxesHaveFourToTwelveTicks(double from, double to) {
        assertThat(new Axis(from, to, true).ticks()).hasSizeBetween(4, 12).isSorted();
    }

    @Test
    void countsHaveTicksAtWholeNumbersOnly() {
        assertThat(new Axis(3.9, 6.1, false).wholeTicks()).containsExactly(4.0, 5.0, 6.0);
        assertThat(new Axis(-0.5, 60.5, false).wholeTicks()).containsExactly(0.0, 20.0, 40.0, 60.0);
    }
}
