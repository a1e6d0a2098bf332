package org.reweave.emulator.cli.compare;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.reweave.emulator.compare.Standing;
import org.reweave.emulator.measure.Measure;
import org.reweave.emulator.sweep.Estimate;
import org.reweave.emulator.table.Table;

class CompareTablesTest {
    private static final Map<Measure, Estimate> OF_ALL = Map.of(Measure.SMPS, Estimate.of(List.of(10, 10, 10, 10, 10)));

    private static Standing standing(
            Map<String, Integer> outcomes, Map<Measure, Estimate> values, Map<Measure, Estimate> differences) {
        return new Standing("", "ebrd", outcomes, values, differences, Map.of(), Map.of());
    }

    @Test
    void aMeanOfFewerRunsThanThereAreSaysOfHowMany() {
        Standing first = standing(Map.of("completed", 5), OF_ALL, Map.of());
        Standing second = standing(
                Map.of("completed", 3, "incomplete", 2),
                Map.of(Measure.WHOLE, Estimate.of(List.of(1000, 2000, 3000)), Measure.SMPS, OF_ALL.get(Measure.SMPS)),
                Map.of(Measure.WHOLE, Estimate.of(List.of(500, 500))));
        Table means = CompareTables.values(List.of(first, second), List.of());
        assertThat(String.join("\n", means.text()))
                .containsPattern("fault to end, us +- +2\\.00 \\+- 2\\.48 \\(3 of 5\\)")
                .containsPattern("(?m)SMPs +10\\.0 \\+- 0\\.0 +10\\.0 \\+- 0\\.0$");
        assertThat(means.markdown()).contains("(3 of 5)");
        assertThat(String.join(
                        "\n",
                        CompareTables.differences(List.of(first, second), List.of())
                                .text()))
                .contains("0.50 +- 0.00 (2 of 5) *");
        assertThat(CompareTables.hasPartialMeans(List.of(first, second), List.of()))
                .isTrue();
        assertThat(CompareTables.hasPartialMeans(List.of(first, second), List.of(Measure.SMPS)))
                .as("the others are not shown")
                .isFalse();
        assertThat(CompareTables.hasPartialMeans(List.of(first), List.of())).isFalse();
    }
}
