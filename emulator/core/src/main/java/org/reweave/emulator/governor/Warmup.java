package org.reweave.emulator.governor;

import org.reweave.emulator.stats.Counter;
import org.reweave.emulator.stats.Settling;
import org.reweave.reconfig.state.StateVisitor;

/**
 * Decides, cut by cut, from which cycle on packets are measured. A function of the cuts' totals alone, so the governor
 * and the writers of results find the same cycle from the same cuts.
 */
public final class Warmup {
    /** Value of {@link #from} while the cycle is not known. */
    public static final long UNKNOWN = Long.MAX_VALUE;

    private final WarmupRule rule;
    private final Stationarity stationarity;
    private long from;

    public Warmup(WarmupRule rule) {
        this.rule = rule;
        this.stationarity =
                new Stationarity(rule.settling() == Settling.NETWORK ? Counter.NETWORK_LATENCY : Counter.TOTAL_LATENCY);
        this.from = rule.isFixed() ? rule.least() : UNKNOWN;
    }

    /** The first cycle whose packets are measured, or {@link #UNKNOWN}. */
    public long from() {
        return from;
    }

    /** Looks at the next cut. A decision takes effect at a cycle that no device can have passed yet. */
    public void cut(CutTotals totals) {
        if (from != UNKNOWN) {
            return;
        }
        if (rule.settling() != Settling.NOTHING) {
            stationarity.cut(totals);
        }
        long effect = totals.cycle() + rule.effect();
        if (effect >= rule.least()
                && totals.count(Counter.DELIVERED) >= rule.packets()
                && (rule.settling() == Settling.NOTHING || stationarity.reached())) {
            from = effect;
        }
    }

    /** Saves or restores what was decided and seen so far. */
    public void visit(StateVisitor state) {
        from = state.value(from);
        stationarity.visit(state);
    }
}
