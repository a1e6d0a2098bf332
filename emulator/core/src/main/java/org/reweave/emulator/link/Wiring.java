package org.reweave.emulator.link;

/**
 * Which port's link leads where, for all devices. Ports are indexed from 0. Time channels exist for every link from the
 * start and never fail, whatever happens to the link.
 *
 * @param peerDevice per device and port; -1 = nothing plugged in
 * @param peerPort per device and port
 * @param latency per device and port, of its link in both directions, in cycles
 */
public record Wiring(int[][] peerDevice, int[][] peerPort, int[][] latency) {
    public int devices() {
        return peerDevice.length;
    }

    public int ports(int device) {
        return peerDevice[device].length;
    }

    /** The largest latency of any link. */
    public int largestLatency() {
        int largest = 1;
        for (int device = 0; device < latency.length; device++) {
            for (int port = 0; port < latency[device].length; port++) {
                if (peerDevice[device][port] >= 0) {
                    largest = Math.max(largest, latency[device][port]);
                }
            }
        }
        return largest;
    }
}
