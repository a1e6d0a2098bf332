package org.reweave.emulator.sweep;

import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;

/**
 * One run of a sweep. Equal points have equal results.
 *
 * @param load without trailing zeros, so that 0.10 and 0.1 are one
 */
public record Point(Series series, BigDecimal load, long seed) {
    public Point {
        Objects.requireNonNull(series);
        load = load.stripTrailingZeros();
    }

    /** Overrides of the scenario for this point, as {@code --set} has them. */
    public List<String> overrides() {
        List<String> overrides = new ArrayList<>(series.overrides());
        overrides.add("traffic.load=" + load.toPlainString());
        overrides.add("seed=" + seed);
        return overrides;
    }

    /** The same for people. */
    @Override
    public String toString() {
        String label = series.label();
        return (label.isEmpty() ? "" : label + ", ") + "load " + load.toPlainString() + ", seed " + seed;
    }
}
