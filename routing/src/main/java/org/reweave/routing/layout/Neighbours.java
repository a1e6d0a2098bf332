package org.reweave.routing.layout;

import org.reweave.routing.topology.Fabric;

/** Switches at the other ends of a switch's cables. */
final class Neighbours {
    private Neighbours() {}

    /** Neighbouring switches by port; a switch to which several cables lead comes up as often. */
    static int[] of(Fabric fabric, int device) {
        int[] all = new int[fabric.portCount(device)];
        int count = 0;
        for (int port = 1; port <= all.length; port++) {
            int peer = fabric.peer(device, port);
            if (peer >= 0 && fabric.isSwitch(peer)) {
                all[count++] = peer;
            }
        }
        return java.util.Arrays.copyOf(all, count);
    }
}
