package org.reweave.routing.engine.build;

import java.util.Arrays;
import org.reweave.routing.topology.Fabric;
import org.reweave.routing.topology.SwitchGraph;

/** Paths of forwarding tables as slots of a {@link SwitchGraph}. */
public final class SlotWalk {
    private final SwitchGraph graph;
    private final byte[][] lft;
    private final int[][] slotOfPort; // [switch][port]; -1 = no working trunk
    private final int[] reverse; // [slot] the same cable the other way
    private final int[] path;

    public SlotWalk(Fabric fabric, SwitchGraph graph, byte[][] lft) {
        this.graph = graph;
        this.lft = lft;
        this.slotOfPort = new int[fabric.switchCount()][];
        this.reverse = new int[graph.slotCount()];
        this.path = new int[fabric.switchCount()];
        for (int s = 0; s < slotOfPort.length; s++) {
            slotOfPort[s] = new int[fabric.portCount(s) + 1];
            Arrays.fill(slotOfPort[s], -1);
            for (int slot = graph.firstSlot(s); slot < graph.firstSlot(s + 1); slot++) {
                slotOfPort[s][graph.port(slot)] = slot;
            }
        }
        for (int s = 0; s < slotOfPort.length; s++) {
            for (int slot = graph.firstSlot(s); slot < graph.firstSlot(s + 1); slot++) {
                reverse[slot] = slotOfPort[graph.peer(slot)][fabric.peerPort(s, graph.port(slot))];
            }
        }
    }

    /**
     * Follows the tables; {@link #slot} has the path.
     *
     * @return hops between switches
     * @throws IllegalStateException when the tables do not lead from one switch to the other
     */
    public int follow(int entry, int exit, int lid) {
        int hops = 0;
        for (int s = entry; s != exit; s = graph.peer(path[hops++])) {
            int port = lft[s][lid] & 0xff;
            int slot = port < slotOfPort[s].length ? slotOfPort[s][port] : -1;
            if (slot < 0 || hops == path.length) {
                throw new IllegalStateException("the tables lose LID " + lid + " on its way from switch " + entry
                        + " at switch " + s + ", port " + port + ", after " + hops + " hops");
            }
            path[hops] = slot;
        }
        return hops;
    }

    /** A hop of the path last followed, from 0. */
    public int slot(int hop) {
        return path[hop];
    }

    /** The other direction of a slot's cable, as a slot of the switch it leads to. */
    public int reverse(int slot) {
        return reverse[slot];
    }
}
