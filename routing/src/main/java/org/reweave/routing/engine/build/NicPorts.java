package org.reweave.routing.engine.build;

import it.unimi.dsi.fastutil.ints.IntArrayList;
import org.reweave.routing.topology.Fabric;
import org.reweave.routing.topology.Faults;
import org.reweave.routing.topology.SwitchGraph;

/** Where traffic enters and leaves the working switches. */
public final class NicPorts {
    private final int[][] lids; // [switch] of working NIC ports, in port order

    public NicPorts(Fabric fabric, Faults faults) {
        this.lids = new int[fabric.switchCount()][];
        for (int s = 0; s < lids.length; s++) {
            IntArrayList found = new IntArrayList();
            for (int port = 1; port <= fabric.portCount(s); port++) {
                int peer = fabric.peer(s, port);
                if (peer >= 0 && !fabric.isSwitch(peer) && faults.portUp(fabric, s, port)) {
                    found.add(fabric.nicLid(peer, fabric.peerPort(s, port)));
                }
            }
            lids[s] = found.toIntArray();
        }
    }

    /** The LIDs of the working NIC ports at a switch, in port order; shared, not to be changed. */
    public int[] lids(int switchDevice) {
        return lids[switchDevice];
    }

    public boolean any(int switchDevice) {
        return lids[switchDevice].length > 0;
    }

    /** Receives the path of one switch's NICs to one LID. */
    public interface Path {
        void visit(int entrySwitch, int exitSwitch, int lid);
    }

    /**
     * Visits every path between different connected switches: by destination switch, then LID in port order, then entry
     * switch.
     */
    public void forEachPath(SwitchGraph graph, Path path) {
        for (int exit = 0; exit < lids.length; exit++) {
            for (int lid : lids[exit]) {
                for (int entry = 0; entry < lids.length; entry++) {
                    if (entry != exit && lids[entry].length > 0 && graph.connected(entry, exit)) {
                        path.visit(entry, exit, lid);
                    }
                }
            }
        }
    }
}
