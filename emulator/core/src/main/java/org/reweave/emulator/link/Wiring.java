package org.reweave.emulator.link;

import java.util.Arrays;

/**
 * Which cable leads where, for all devices. A channel is an end of a cable: channel {@code p} of a device is in port
 * {@code p}, indexed from 0: the only one or the first that the port ever has. The channels after these belong to
 * cables that are plugged into a port later, in the place of another. Time channels exist for every cable from the
 * start and never fail, whatever happens to the link.
 *
 * @param peerDevice per device and channel; -1 = nothing plugged in
 * @param peerChannel per device and channel
 * @param latency per device and channel, of its cable in both directions, in cycles
 * @param later per device: its channels after the first ones, ascending by their number
 */
public record Wiring(int[][] peerDevice, int[][] peerChannel, int[][] latency, Later[][] later) {
    private static final Later[] NONE = {};

    /**
     * A channel in the place of another.
     *
     * @param port in which its cable is plugged
     * @param from cycle
     */
    public record Later(int port, long from) {}

    /** A wiring in which each port has one cable at most. */
    public Wiring(int[][] peerDevice, int[][] peerChannel, int[][] latency) {
        this(peerDevice, peerChannel, latency, new Later[peerDevice.length][]);
        Arrays.fill(later, NONE);
    }

    public int devices() {
        return peerDevice.length;
    }

    public int ports(int device) {
        return peerDevice[device].length - later[device].length;
    }

    public int channels(int device) {
        return peerDevice[device].length;
    }

    /** The port of a channel. */
    public int port(int device, int channel) {
        int ports = ports(device);
        return channel < ports ? channel : later[device][channel - ports].port();
    }

    /**
     * The channel of the cable that is in a port at a cycle, or was there last. Before the first one that one; where
     * the first one comes in the place of another at its other end, a channel with nothing plugged in.
     */
    public int channel(int device, int port, long cycle) {
        int channel = port;
        for (int i = 0; i < later[device].length; i++) {
            Later one = later[device][i];
            channel = one.port() == port && one.from() <= cycle ? ports(device) + i : channel;
        }
        return channel;
    }

    /** The device at the other end of the cable that is in a port at a cycle, or was there last; -1 = none has been. */
    public int peer(int device, int port, long cycle) {
        return peerDevice[device][channel(device, port, cycle)];
    }

    /** The port at the other end of the cable that is in a port at a cycle, or was there last. */
    public int peerPort(int device, int port, long cycle) {
        int channel = channel(device, port, cycle);
        return port(peerDevice[device][channel], peerChannel[device][channel]);
    }

    /** The largest latency of any cable. */
    public int largestLatency() {
        int largest = 1;
        for (int device = 0; device < latency.length; device++) {
            for (int channel = 0; channel < latency[device].length; channel++) {
                if (peerDevice[device][channel] >= 0) {
                    largest = Math.max(largest, latency[device][channel]);
                }
            }
        }
        return largest;
    }
}
