package org.reweave.emulator.drive;

/** How far an island goes when it may go to its horizon. Conservative results do not depend on it. */
public interface HorizonPolicy {
    /** As far as possible: what every real run does. */
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
