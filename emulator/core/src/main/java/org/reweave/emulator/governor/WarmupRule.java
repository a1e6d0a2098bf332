package org.reweave.emulator.governor;

import org.reweave.emulator.stats.Settling;

/**
 * When measuring begins: when all of these hold.
 *
 * @param least cycle at which it may begin
 * @param packets delivered before
 * @param settling what must have settled
 * @param effect cycles from a cut to the effect of a decision based on that cut, W intervals
 */
public record WarmupRule(long least, long packets, Settling settling, long effect) {
    /** Whether the cycle is known before the run. */
    public boolean isFixed() {
        return packets == 0 && settling == Settling.NOTHING;
    }
}
