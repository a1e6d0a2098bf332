package org.reweave.emulator.compare;

import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import java.util.Map;
import java.util.Objects;
import org.reweave.emulator.measure.Measure;
import org.reweave.emulator.measure.Reading;

/**
 * Measurement of one run.
 *
 * @param outcome label of {@link org.reweave.emulator.governor.Outcome}
 * @param course of the run, for plots
 */
@JsonIgnoreProperties("completed")
public record Measurement(String outcome, String fingerprint, Reading reading, Course course) {
    public Measurement {
        Objects.requireNonNull(outcome);
        Objects.requireNonNull(reading);
        Objects.requireNonNull(course);
    }

    /** Values by measure; a measure that means nothing in this run is absent. */
    public Map<Measure, Double> values() {
        return reading.values();
    }

    /** Whether the run came to its own end. */
    public boolean isCompleted() {
        return outcome.equals("completed");
    }
}
