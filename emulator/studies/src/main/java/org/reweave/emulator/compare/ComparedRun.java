package org.reweave.emulator.compare;

import java.util.Objects;
import org.reweave.emulator.sweep.Series;

/** One run of a comparison: equal runs have equal results. */
public record ComparedRun(Series series, long seed) {
    public ComparedRun {
        Objects.requireNonNull(series);
    }

    @Override
    public String toString() {
        return series.label() + ", seed " + seed;
    }
}
