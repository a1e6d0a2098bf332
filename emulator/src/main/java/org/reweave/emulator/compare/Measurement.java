package org.reweave.emulator.compare;

import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import java.util.Map;
import java.util.Objects;

/**
 * What one run gave.
 *
 * @param outcome label of {@link org.reweave.emulator.governor.Outcome}
 * @param values by {@link Measure}; a measure that means nothing in this run is absent
 * @param dropsBefore packets lost before the first tables were ready, by cause
 * @param dropsAfter packets lost from then on, by cause
 * @param course of the run, for plots
 */
@JsonIgnoreProperties("completed")
public record Measurement(
        String outcome,
        String fingerprint,
        Map<Measure, Double> values,
        Map<String, Long> dropsBefore,
        Map<String, Long> dropsAfter,
        Course course) {
    public Measurement {
        values = Map.copyOf(values);
        dropsBefore = Map.copyOf(dropsBefore);
        dropsAfter = Map.copyOf(dropsAfter);
        Objects.requireNonNull(outcome);
        Objects.requireNonNull(course);
    }

    /** Whether the run came to its own end. */
    public boolean isCompleted() {
        return outcome.equals("completed");
    }
}
