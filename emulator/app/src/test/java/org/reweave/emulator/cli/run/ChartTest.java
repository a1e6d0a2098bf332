package org.reweave.emulator.cli.run;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

class ChartTest {
    @Test
    void barsAreProportionalAndPartsAreSpreadOverTheirColumns() {
        Chart chart = new Chart(100);
        chart.add(0, 50, 10, 10);
        chart.add(50, 100, 5, 10);
        List<String> lines = chart.lines("1.0", Map.of());
        assertThat(chart.max()).isEqualTo(1);
        int half = Chart.WIDTH / 2;
        assertThat(lines.get(0)).isEqualTo("       1.0 |" + "|".repeat(half));
        assertThat(lines.get(2)).isEqualTo("           |" + "|".repeat(2 * half));
        assertThat(lines.get(4)).isEqualTo("         0 +" + "-".repeat(2 * half));
    }

    @Test
    void marksThatFallTogetherStandSideBySide() {
        Chart chart = new Chart(100);
        String axis =
                chart.lines("", new TreeMap<>(Map.of(10.0, 'F', 10.1, 'C'))).get(4);
        assertThat(axis).contains("-FC-");
        axis = chart.lines("", new TreeMap<>(Map.of(99.8, 'C', 99.9, 'D'))).get(4);
        assertThat(axis).endsWith("-DC").hasSize(12 + Chart.WIDTH);
    }

    @Test
    void anEmptyChartHasNoBars() {
        assertThat(new Chart(100).lines("0", Map.of()).subList(0, 4))
                .allSatisfy(line -> assertThat(line).endsWith(" |"));
    }
}
