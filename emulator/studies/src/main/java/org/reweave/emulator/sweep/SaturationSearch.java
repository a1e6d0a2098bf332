package org.reweave.emulator.sweep;

import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Optional;

/**
 * Bisects the load at which one series with one seed saturates. Loads are whole steps of a resolution, the search ends
 * when the highest load known to be sustained and the lowest known not to be are neighbours. Load 0 is taken to be
 * sustained.
 */
public final class SaturationSearch {
    private final BigDecimal resolution;
    private final int beyond; // first step above load 1
    private int sustained;
    private int saturated;

    /**
     * @param resolution of the answer, above 0 and at most 0.5
     * @param known loads known already, and whether each is beyond saturation; loads above the lowest one beyond
     *     saturation are ignored
     */
    public SaturationSearch(BigDecimal resolution, NavigableMap<BigDecimal, Boolean> known) {
        this.resolution = resolution;
        this.beyond = BigDecimal.ONE.divide(resolution, 0, RoundingMode.FLOOR).intValueExact() + 1;
        this.saturated = beyond;
        for (Map.Entry<BigDecimal, Boolean> one : known.entrySet()) {
            if (one.getValue()) {
                saturated = Math.min(beyond, step(one.getKey(), RoundingMode.CEILING));
                break;
            }
            sustained = step(one.getKey(), RoundingMode.FLOOR);
        }
    }

    private int step(BigDecimal load, RoundingMode mode) {
        return load.divide(resolution, 0, mode).intValueExact();
    }

    private BigDecimal load(int step) {
        return resolution.multiply(BigDecimal.valueOf(step));
    }

    /** The load to try next; empty when the search is over. */
    public Optional<BigDecimal> next() {
        return saturated - sustained <= 1 ? Optional.empty() : Optional.of(load((sustained + saturated) >>> 1));
    }

    /** Takes the answer for {@link #next}. */
    public void answer(boolean isSaturated) {
        int tried = (sustained + saturated) >>> 1;
        if (isSaturated) {
            saturated = tried;
        } else {
            sustained = tried;
        }
    }

    /** The highest load sustained; 0 if the lowest step is beyond saturation. */
    public BigDecimal sustained() {
        return load(sustained);
    }

    /** The lowest load that is beyond saturation; empty if load 1 is not. */
    public Optional<BigDecimal> saturated() {
        return saturated == beyond ? Optional.empty() : Optional.of(load(saturated));
    }
}
