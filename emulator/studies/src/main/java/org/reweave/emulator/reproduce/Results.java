package org.reweave.emulator.reproduce;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * The runs of an experiment. The n-th runs of all cells have the same seed.
 *
 * @param runs by cell; a cell that this effort leaves out is absent
 */
public record Results(Map<Cell, List<TrialResult>> runs) {
    /** A method in a case. */
    public record Cell(String method, String of) {}

    /** The n-th run's value at the n-th place; null where the run has none. Empty when the cell was left out. */
    public List<Double> values(Cell cell, RunValue quantity) {
        List<Double> values = new ArrayList<>();
        runs.getOrDefault(cell, List.of())
                .forEach(run -> values.add(quantity.of().apply(run)));
        return values;
    }
}
