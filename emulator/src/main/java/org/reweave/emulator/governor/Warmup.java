package org.reweave.emulator.governor;

import org.reweave.emulator.stats.Counter;

/**
 * Decides, cut by cut, from which cycle on packets are measured. A function of the cuts' totals alone: whoever sees the
 * same cuts comes to the same cycle, the governor as well as those who write results.
 */
public final class Warmup {
    /** What {@link #from} is while it is not known. */
    public static final long UNKNOWN = Long.MAX_VALUE;

    private final WarmupRule rule;
    private final Stationarity stationarity = new Stationarity();
    private long from;

    public Warmup(WarmupRule rule) {
        this.rule = rule;
        this.from = rule.isFixed() ? rule.least() : UNKNOWN;
    }

    /** The first cycle whose packets are measured, or {@link #UNKNOWN}. */
    public long from() {
        return from;
    }

    /** Looks at the next cut. What is decided on it takes effect when no device can have passed that cycle. */
    public void cut(CutTotals totals) {
        if (from != UNKNOWN) {
            return;
        }
        if (rule.stationary()) {
            stationarity.cut(totals);
        }
        long effect = totals.cycle() + rule.effect();
        if (effect >= rule.least()
                && totals.count(Counter.DELIVERED) >= rule.packets()
                && (!rule.stationary() || stationarity.reached())) {
            from = effect;
        }
    }
}
