package org.reweave.emulator.sweep;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.reweave.routing.model.Mix;

class EstimateTest {
    /** By numerical integration of the density, which the table and the expansion do not use. */
    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 7, 20, 21, 30, 100, 1000})
    void theQuantileLeavesFivePercentOutside(int degrees) {
        double end = StudentT.quantile95(degrees);
        int steps = 200_000;
        double inside = 0;
        double all = 0;
        // t = sqrt(n) tan(x) turns the density into cos(x)^(n-1) over (-pi/2, pi/2)
        double limit = Math.atan(end / Math.sqrt(degrees));
        for (int i = 0; i < steps; i++) {
            double x = (i + 0.5) / steps * Math.PI / 2;
            double density = Math.pow(Math.cos(x), degrees - 1);
            all += density;
            inside += x < limit ? density : 0;
        }
        assertThat(inside / all).isCloseTo(0.95, within(2e-5));
    }

    @ParameterizedTest
    @CsvSource({"40, 2.021075", "60, 2.000298", "120, 1.979930"})
    void theExpansionAgreesWithPrintedTables(int degrees, double printed) {
        assertThat(StudentT.quantile95(degrees)).isCloseTo(printed, within(1e-5));
    }

    @Test
    void meanAndIntervalByHand() {
        Estimate estimate = Estimate.of(List.of(1.0, 2.0, 6.0));
        assertThat(estimate.mean()).isEqualTo(3);
        assertThat(estimate.halfWidth()).isCloseTo(4.302653 * Math.sqrt(7.0 / 3), within(1e-5));
        assertThat(estimate.contains(9)).isTrue();
        assertThat(estimate.contains(10)).isFalse();
    }

    @Test
    void oneSampleHasNoIntervalAndNoneNoMean() {
        assertThat(Estimate.of(List.of(5))).isEqualTo(new Estimate(5.0, null, 1));
        assertThat(Estimate.of(List.of())).isEqualTo(new Estimate(null, null, 0));
        assertThatThrownBy(() -> StudentT.quantile95(0)).hasMessageContaining("two samples");
    }

    @Test
    void nineteenOfTwentyIntervalsCoverTheMean() {
        int covered = 0;
        int trials = 4000;
        for (int trial = 0; trial < trials; trial++) {
            List<Double> draws = new ArrayList<>();
            for (int i = 0; i < 6; i++) {
                double sum = 0;
                for (int j = 0; j < 12; j++) {
                    sum += Mix.unit(Mix.mix(42, trial, i, j));
                }
                draws.add(sum);
            }
            covered += Estimate.of(draws).contains(6) ? 1 : 0;
        }
        assertThat(covered / (double) trials).isCloseTo(0.95, within(0.015));
    }
}
