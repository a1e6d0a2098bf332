package org.reweave.emulator.results;

import java.util.ArrayList;
import java.util.List;
import java.util.function.DoubleToLongFunction;
import org.reweave.emulator.stats.Latencies;
import org.reweave.emulator.table.Column;
import org.reweave.emulator.table.Table;

/** {@code percentiles.csv}: the distributions of latencies of a run's measured packets and messages. */
final class PercentileTable {
    private static final double[] PERCENTS = {
        0, 1, 5, 10, 20, 25, 30, 40, 50, 60, 70, 75, 80, 90, 95, 98, 99, 99.5, 99.9, 99.95, 99.99, 99.999, 100
    };

    private PercentileTable() {}

    private record Row(String latency, double percent, long cycles) {}

    /**
     * @param latencies without any value in a run that broke off
     * @return with no rows of what was not measured
     */
    static String csv(Latencies latencies, Scale scale) {
        List<Row> rows = new ArrayList<>();
        if (latencies.networkHistogram().getTotalCount() > 0) {
            add(rows, "network", latencies::network, latencies.longestNetwork());
            add(rows, "total", latencies::total, latencies.longestTotal());
        }
        if (latencies.longestMessage() > 0) {
            add(rows, "message", latencies::message, latencies.longestMessage());
        }
        return Table.of(
                        List.of(
                                Column.text("latency", Row::latency),
                                Column.decimals("percent", 3, Row::percent),
                                Column.number("latency_cycles", Row::cycles),
                                Column.decimals("latency_ns", 3, row -> scale.ns(row.cycles()))),
                        rows)
                .csv();
    }

    /** @param longest a percentile stands for a bin of the histogram, whose end may lie beyond this */
    private static void add(List<Row> rows, String latency, DoubleToLongFunction percentile, long longest) {
        for (double percent : PERCENTS) {
            rows.add(new Row(latency, percent, Math.min(percentile.applyAsLong(percent), longest)));
        }
    }
}
