package org.reweave.emulator.governor;

/**
 * When measuring begins: when all of these hold.
 *
 * @param least cycle at which it may begin
 * @param packets delivered before
 * @param stationary whether throughput and latency must have settled
 * @param effect cycles from a cut to the effect of a decision based on that cut, W intervals
 */
public record WarmupRule(long least, long packets, boolean stationary, long effect) {
    /** Whether the cycle is known before the run. */
    public boolean isFixed() {
        return packets == 0 && !stationary;
    }
}
