package org.reweave.emulator.reproduce;

import java.util.Map;
import org.reweave.emulator.compare.Measurement;
import org.reweave.emulator.measure.Measure;

/**
 * Result of a run, as an experiment keeps it.
 *
 * @param outcome label of {@link org.reweave.emulator.governor.Outcome}
 * @param values by measure; a measure that means nothing in this run is absent
 */
public record TrialResult(String outcome, Map<Measure, Double> values) {
    public TrialResult {
        values = Map.copyOf(values);
    }

    static TrialResult of(Measurement run) {
        return new TrialResult(run.outcome(), run.values());
    }
}
