package org.reweave.emulator.measure;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import org.reweave.emulator.csv.CsvText;
import org.reweave.emulator.stats.DropCause;

/**
 * What was measured of one run.
 *
 * @param values by measure; a measure that means nothing in this run is absent
 * @param dropsBefore packets lost before the first tables were ready, by cause
 * @param dropsAfter packets lost from then on, by cause
 */
public record Reading(Map<Measure, Double> values, Map<String, Long> dropsBefore, Map<String, Long> dropsAfter) {
    private static final int DIGITS = 6;

    public Reading {
        values = Map.copyOf(values);
        dropsBefore = Map.copyOf(dropsBefore);
        dropsAfter = Map.copyOf(dropsAfter);
    }

    /** Names of the columns that {@link #cells} fills. */
    public static List<String> columns(Collection<Measure> measures) {
        List<String> columns = new ArrayList<>();
        measures.forEach(measure -> columns.add(measure.column()));
        for (String when : List.of("before_", "after_")) {
            for (int cause = 0; cause < DropCause.count(); cause++) {
                columns.add("drops_" + when + DropCause.of(cause).label().replace('-', '_'));
            }
        }
        return columns;
    }

    /** The measures, and the drops by cause; a measure without a value is empty. */
    public List<Object> cells(Collection<Measure> measures) {
        List<Object> cells = new ArrayList<>();
        measures.forEach(measure -> cells.add(CsvText.decimals(values.get(measure), DIGITS)));
        for (Map<String, Long> drops : List.of(dropsBefore, dropsAfter)) {
            for (int cause = 0; cause < DropCause.count(); cause++) {
                cells.add(drops.getOrDefault(DropCause.of(cause).label(), 0L));
            }
        }
        return cells;
    }
}
