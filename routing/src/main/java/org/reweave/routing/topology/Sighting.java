package org.reweave.routing.topology;

import java.util.Arrays;

/**
 * A device's answer about itself: its ports, and the device and port that each working link leads to, as the two ends
 * told each other when the link came up (thesis §6.3: "neighbor components").
 *
 * @param device that answered
 * @param neighbours by port index, from 0: device and port at the other end, see {@link #neighbour}; {@link #NONE} =
 *     the link is down, or nothing is plugged in
 */
public record Sighting(int device, long[] neighbours) {
    /** No neighbour. */
    public static final long NONE = -1;

    private static final int PORT_BITS = 8;

    /** A neighbour in one word. */
    public static long neighbour(int device, int port) {
        return (long) device << PORT_BITS | port;
    }

    public int ports() {
        return neighbours.length;
    }

    /** The device behind a port, from 1; -1 = the port is down, or there is no such port. */
    public int peer(int port) {
        long word = port > neighbours.length ? NONE : neighbours[port - 1];
        return word == NONE ? -1 : (int) (word >>> PORT_BITS);
    }

    /** The other end's port behind a port that leads somewhere. */
    public int peerPort(int port) {
        return (int) neighbours[port - 1] & (1 << PORT_BITS) - 1;
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof Sighting that && device == that.device && Arrays.equals(neighbours, that.neighbours);
    }

    @Override
    public int hashCode() {
        return 31 * device + Arrays.hashCode(neighbours);
    }

    @Override
    public String toString() {
        return "device " + device + " with neighbours " + Arrays.toString(neighbours);
    }
}
