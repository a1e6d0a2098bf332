package org.reweave.emulator.compare;

import org.reweave.emulator.sweep.Series;

/** One run of a comparison: equal trials have equal results. */
public record Trial(Series series, long seed) {
    @Override
    public String toString() {
        return series.label() + ", seed " + seed;
    }
}
