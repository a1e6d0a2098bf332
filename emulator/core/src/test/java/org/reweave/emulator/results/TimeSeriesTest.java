package org.reweave.emulator.results;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.reweave.emulator.governor.CutTotals;
import org.reweave.emulator.scenario.TimeBase;
import org.reweave.emulator.stats.Counter;
import org.reweave.emulator.stats.DropCause;

class TimeSeriesTest {
    private static final Scale SCALE = new Scale(new TimeBase(4000, 1), 4, 4, 4);

    private static CutTotals cut(long k) {
        long[] counters = new long[Counter.count()];
        counters[Counter.DELIVERED.ordinal()] = 3 * k;
        counters[Counter.DATA_DELIVERED.ordinal()] = 3 * k;
        return new CutTotals(k, 10 * k, counters, new long[DropCause.count()], 1, 0, 0, true, "");
    }

    private static TimeSeries of(long cuts) {
        TimeSeries series = new TimeSeries();
        for (long k = 1; k <= cuts; k++) {
            series.add(cut(k));
        }
        return series;
    }

    @Test
    void everyCutIsARowWhileTheyAreFew() {
        assertThat(of(100).intervals()).hasSize(100).allSatisfy(interval -> {
            assertThat(interval.cycles()).isEqualTo(10);
            assertThat(interval.count(Counter.DELIVERED)).isEqualTo(3);
        });
    }

    @Test
    void longSeriesAreThinnedEvenlyAndLoseNothing() {
        for (long cuts : new long[] {TimeSeries.MOST_ROWS, TimeSeries.MOST_ROWS + 1, 12_345}) {
            List<Interval> intervals = of(cuts).intervals();
            assertThat(intervals).hasSizeBetween(TimeSeries.MOST_ROWS / 2, TimeSeries.MOST_ROWS + 1);
            assertThat(intervals.stream()
                            .mapToLong(i -> i.count(Counter.DELIVERED))
                            .sum())
                    .isEqualTo(3 * cuts);
            assertThat(intervals.subList(0, intervals.size() - 1))
                    .extracting(Interval::cycles)
                    .containsOnly(intervals.get(0).cycles());
        }
    }

    @Test
    void everyLineOfTheCsvHasAValueForEveryColumn() {
        List<String> lines = of(3).csv(SCALE).lines().toList();
        assertThat(lines).hasSize(4);
        int columns = lines.get(0).split(",").length;
        assertThat(lines.get(0)).contains("time_ns", "dropped_dead_output_packets");
        assertThat(lines).allSatisfy(line -> assertThat(line.split(",", -1)).hasSize(columns));
        assertThat(lines.get(1)).startsWith("40.000,40.000,0,0,3,0,");
    }

    @Test
    void nothingYetIsAllZeros() {
        assertThat(new TimeSeries().intervals()).isEmpty();
        assertThat(new TimeSeries().last().cycle()).isZero();
    }
}
