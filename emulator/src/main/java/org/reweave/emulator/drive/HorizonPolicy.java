package org.reweave.emulator.drive;

/** How far a device goes when it may go to its horizon. Conservative results do not depend on it. */
public interface HorizonPolicy {
    /** As far as possible: what every real run does. */
    HorizonPolicy FULL = (device, now, horizon) -> horizon;

    /**
     * @param horizon beyond {@code now}
     * @return a cycle in {@code now + 1 .. horizon}
     */
    long target(int device, long now, long horizon);
}
