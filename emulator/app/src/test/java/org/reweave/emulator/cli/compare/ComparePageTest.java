package org.reweave.emulator.cli.compare;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.reweave.emulator.compare.Standing;
import org.reweave.emulator.measure.Measure;
import org.reweave.emulator.plot.Figure;
import org.reweave.emulator.sweep.Estimate;

class ComparePageTest {
    private static Standing standing(String scheme, double completed, double... differences) {
        List<Double> paired = new ArrayList<>();
        for (double difference : differences) {
            paired.add(difference);
        }
        Map<Measure, Estimate> against = paired.isEmpty() ? Map.of() : Map.of(Measure.COMPLETED, Estimate.of(paired));
        Map<Measure, Estimate> values = Map.of(
                Measure.COMPLETED, Estimate.of(List.of(completed)), Measure.DROPS_AFTER, Estimate.of(List.of(2.0)));
        int runs = Math.max(1, differences.length);
        return new Standing("", scheme, Map.of("completed", runs), values, against, Map.of(), Map.of("cut <1>", 2.0));
    }

    private static String page(Standing... standings) {
        return ComparePage.of(
                "a & b",
                "",
                "",
                List.of(List.of(standings)),
                List.of(),
                List.of("one note"),
                new Figure("", List.of(), List.of()));
    }

    @Test
    void everyMeasureIsInOnePartOfTheTable() {
        List<Measure> shown = new ArrayList<>();
        CompareTables.PARTS.values().forEach(shown::addAll);
        assertThat(shown).containsExactlyInAnyOrder(Measure.values());
    }

    @Test
    void aBarIsAsLongAsItsValueBesideTheLargestOfTheRow() {
        assertThat(page(standing("short", 1000), standing("long", 4000)))
                .contains("--share:25.0%\">1.00</td>")
                .contains("--share:100.0%\">4.00</td>");
    }

    @Test
    void onlyDifferencesWhoseIntervalExcludesZeroAreBold() {
        assertThat(page(standing("first", 1000), standing("sure", 3000, 1900, 2000, 2100)))
                .contains("<small><b>+2.00 ± 0.25</b></small>");
        assertThat(page(standing("first", 1000), standing("unsure", 3000, -1900, 2000, 2100)))
                .contains("<small>+0.73 ± 5.67</small>")
                .doesNotContain("<b>");
    }

    @Test
    void thePageAllowsNoScriptAndEscapesWhatItShows() {
        assertThat(page(standing("first", 1000)))
                .contains("Content-Security-Policy\" content=\"default-src 'none'; style-src 'unsafe-inline'")
                .contains("<h1>a &amp; b</h1>", "cut &lt;1&gt;", "<p class=\"note\">one note</p>")
                .doesNotContain("<script");
    }
}
