package org.reweave.emulator.sweep;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.math.BigDecimal;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class GridTest {
    @Test
    void aRangeOfLoadsIsDecimalAndIncludesItsEnd() {
        assertThat(Loads.parse("0.05..0.95:0.05"))
                .hasSize(19)
                .startsWith(new BigDecimal("0.05"), new BigDecimal("0.1"))
                .endsWith(new BigDecimal("0.95"));
        assertThat(Loads.parse("0.1..0.35:0.1"))
                .containsExactly(new BigDecimal("0.1"), new BigDecimal("0.2"), new BigDecimal("0.3"));
    }

    @Test
    void listsAndRangesMixAndLoadsComeOnceAndAscending() {
        assertThat(Loads.parse("0.9, 0.10,0.1..0.3:0.1,1"))
                .containsExactly(
                        new BigDecimal("0.1"),
                        new BigDecimal("0.2"),
                        new BigDecimal("0.3"),
                        new BigDecimal("0.9"),
                        new BigDecimal("1"));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "0.1..0.5|has no step",
                "0.5..0.1:0.1|swap them",
                "0|is not above 0 and at most 1",
                "1e-999999999..1:0.1|is no number",
                "1e-999999999|is no number",
                "0.5,1.01|'1.01' is not above 0",
                "0.1..x:0.1|'x' is no number in '0.1..x:0.1'",
                "0.1..0.9:0.0001|more than 1000 loads",
                "0.1,|'' is no number"
            })
    void wrongLoadsAreExplained(String text, String message) {
        assertThatThrownBy(() -> Loads.parse(text))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining(message);
    }

    @Test
    void seriesAreAllCombinationsTheLastKeyFastest() {
        List<Series> series = Series.of(List.of(
                Variation.parse("device.switch.vls=1,2"), Variation.parse("fabric.generator=kns:4,2;torus:4x4")));
        assertThat(series)
                .extracting(Series::label)
                .containsExactly(
                        "vls=1, generator=kns:4,2",
                        "vls=1, generator=torus:4x4",
                        "vls=2, generator=kns:4,2",
                        "vls=2, generator=torus:4x4");
        assertThat(Series.of(List.of())).containsExactly(new Series(List.of()));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {"vls|not key=a,b,c", "vls=|not key=a,b,c", "vls=1,,2|empty value", "vls=1,1|twice"})
    void wrongVariationsAreExplained(String text, String message) {
        assertThatThrownBy(() -> Variation.parse(text)).hasMessageContaining(message);
    }

    @Test
    void pointsHaveEveryCombinationAndNameWhatTheySet() {
        Grid grid =
                new Grid(Series.of(List.of(Variation.parse("a.b=x,y"))), Loads.parse("0.1,0.2"), List.of(7L, 8L, 9L));
        assertThat(grid.points()).hasSize(12).doesNotHaveDuplicates();
        assertThat(grid.points().get(1).overrides()).containsExactly("a.b=x", "traffic.load=0.1", "seed=8");
        assertThat(grid.points().get(1)).hasToString("b=x, load 0.1, seed 8");
        assertThat(new Point(grid.series().get(0), new BigDecimal("0.10"), 8))
                .isEqualTo(grid.points().get(1));
    }
}
