package org.reweave.emulator.compare;

import java.util.Objects;
import org.reweave.emulator.sweep.Series;

/** One run of a comparison: equal trials have equal results. */
public record Trial(Series series, long seed) {
    public Trial {
        Objects.requireNonNull(series);
    }

    @Override
    public String toString() {
        return series.label() + ", seed " + seed;
    }
}
