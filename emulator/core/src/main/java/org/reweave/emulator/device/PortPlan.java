package org.reweave.emulator.device;

import org.reweave.emulator.time.FlitTime;
import org.reweave.routing.topology.Sighting;

/**
 * Knowledge of a device about its ports and its planned failures before the run starts. Ports are indexed from 0 (port
 * 1).
 *
 * @param latency of the link into each port, in cycles; at least 1, also for ports with nothing plugged in
 * @param flitTime of each port's link, both directions
 * @param wired whether a link is plugged in
 * @param trunk whether the link leads from a switch to a switch
 * @param neighbours what the device at the other end of each port's link says of itself when the link comes up: its
 *     number and its port, see {@link Sighting#neighbour}; {@link Sighting#NONE} = no device of the fabric is there
 * @param outages per port: cycles at which its link goes down, up, down, .. in ascending order; a link that goes down
 *     at cycle 0 is absent at the start, which is no event
 * @param deviceOutages the same for the device as a whole; its ports' outages cover them
 */
public record PortPlan(
        int[] latency,
        FlitTime[] flitTime,
        boolean[] wired,
        boolean[] trunk,
        long[] neighbours,
        long[][] outages,
        long[] deviceOutages) {
    public int ports() {
        return latency.length;
    }

    /** Whether an element is not there when the run starts: its first outage begins at cycle 0. */
    static boolean isAbsent(long[] elementOutages) {
        return elementOutages.length > 0 && elementOutages[0] == 0;
    }

    /** Per port whether it has a working link when the run starts. */
    boolean[] upAtStart() {
        boolean[] up = wired.clone();
        for (int port = 0; port < up.length; port++) {
            up[port] &= !isAbsent(outages[port]);
        }
        return up;
    }
}
