package org.reweave.emulator.drive;

/** Rule for how far an island advances towards its horizon. Conservative results do not depend on this policy. */
public interface HorizonPolicy {
    /** Every advance goes to the horizon itself, as in every real run. */
    HorizonPolicy FULL = (island, now, horizon) -> horizon;

    /**
     * @param horizon beyond {@code now}
     * @return a cycle in {@code now + 1 .. horizon}
     */
    long target(int island, long now, long horizon);

    /** The same policy, in steps of at most so many cycles. */
    default HorizonPolicy inSteps(long cycles) {
        return (island, now, horizon) -> target(island, now, Math.min(horizon, now + cycles));
    }
}
