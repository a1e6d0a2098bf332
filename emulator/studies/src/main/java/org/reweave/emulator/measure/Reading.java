package org.reweave.emulator.measure;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.reweave.emulator.stats.DropCause;
import org.reweave.emulator.table.Column;

/**
 * Measured values of one run.
 *
 * @param values by measure; a measure that means nothing in this run is absent
 * @param failed links and switches that the run had fail, in the order of their times
 * @param dropsBefore packets lost before the first tables were ready, by cause
 * @param dropsAfter packets lost from then on, by cause
 */
public record Reading(
        Map<Measure, Double> values, List<String> failed, Map<String, Long> dropsBefore, Map<String, Long> dropsAfter) {
    private static final int DIGITS = 6;

    public Reading {
        values = Map.copyOf(values);
        failed = List.copyOf(failed);
        dropsBefore = Map.copyOf(dropsBefore);
        dropsAfter = Map.copyOf(dropsAfter);
    }

    /** Columns of the measures, of what failed, and of the drops by cause; a measure without a value is empty. */
    public static List<Column<Reading>> columns(Collection<Measure> measures) {
        List<Column<Reading>> columns = new ArrayList<>();
        measures.forEach(measure -> columns.add(Column.decimals(
                measure.column(), DIGITS, reading -> reading.values().get(measure))));
        columns.add(Column.text("failed", reading -> String.join(" ", reading.failed())));
        drops("before", Reading::dropsBefore, columns);
        drops("after", Reading::dropsAfter, columns);
        return columns;
    }

    private static void drops(String when, Function<Reading, Map<String, Long>> drops, List<Column<Reading>> columns) {
        for (int i = 0; i < DropCause.count(); i++) {
            String cause = DropCause.of(i).label();
            columns.add(Column.number("drops_" + when + "_" + cause.replace('-', '_'), reading -> drops.apply(reading)
                    .getOrDefault(cause, 0L)));
        }
    }
}
