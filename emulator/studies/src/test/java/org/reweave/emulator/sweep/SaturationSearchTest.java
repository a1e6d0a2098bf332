package org.reweave.emulator.sweep;

import static org.assertj.core.api.Assertions.assertThat;

import java.math.BigDecimal;
import java.util.List;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

class SaturationSearchTest {
    private static final BigDecimal STEP = new BigDecimal("0.01");

    /** @return loads tried */
    private static int search(SaturationSearch search, double limit) {
        int tried = 0;
        while (search.next().isPresent()) {
            search.answer(search.next().get().doubleValue() >= limit);
            tried++;
        }
        return tried;
    }

    @Test
    void everyLimitIsFoundBetweenNeighboursInAtMostSevenRuns() {
        for (int percent = 1; percent <= 100; percent++) {
            SaturationSearch search = new SaturationSearch(STEP, new TreeMap<>());
            assertThat(search(search, percent / 100.0)).isLessThanOrEqualTo(7);
            assertThat(search.saturated()).hasValueSatisfying(load -> assertThat(load)
                    .isEqualByComparingTo(search.sustained().add(STEP)));
            assertThat(search.saturated().orElseThrow()).isEqualByComparingTo(BigDecimal.valueOf(percent, 2));
        }
    }

    @Test
    void aNetworkThatCarriesEverythingDoesNotSaturate() {
        SaturationSearch search = new SaturationSearch(STEP, new TreeMap<>());
        search(search, 2);
        assertThat(search.saturated()).isEmpty();
        assertThat(search.sustained()).isEqualByComparingTo("1");
    }

    @Test
    void whatIsKnownNarrowsTheSearchUpToTheLowestSaturatedLoad() {
        TreeMap<BigDecimal, Boolean> known = new TreeMap<>();
        known.put(new BigDecimal("0.305"), false);
        known.put(new BigDecimal("0.325"), true);
        known.put(new BigDecimal("0.4"), false);
        SaturationSearch search = new SaturationSearch(STEP, known);
        assertThat(search(search, 0.315)).isEqualTo(2);
        assertThat(search.sustained()).isEqualByComparingTo("0.31");
        assertThat(search.saturated())
                .hasValueSatisfying(load -> assertThat(load).isEqualByComparingTo("0.32"));
    }

    @Test
    void theIntervalOfAllSeedsIncludesHalfABracket() {
        Saturation saturation = Saturation.of(
                STEP, List.of(bracket(1, "0.3", "0.31"), bracket(2, "0.3", "0.31"), bracket(3, "0.3", "0.31")));
        assertThat(saturation.load().mean()).isEqualTo(0.305);
        assertThat(saturation.load().halfWidth()).isEqualTo(0.005);
        assertThat(Saturation.of(STEP, List.of(bracket(1, "0.3", "0.31"), bracket(2, "1", null)))
                        .load()
                        .mean())
                .isNull();
    }

    private static Saturation.Bracket bracket(long seed, String sustained, String saturated) {
        return new Saturation.Bracket(
                seed, new BigDecimal(sustained), saturated == null ? null : new BigDecimal(saturated), 0.3, 30.0);
    }
}
