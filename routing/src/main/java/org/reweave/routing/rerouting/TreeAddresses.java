package org.reweave.routing.rerouting;

import java.util.Arrays;
import org.reweave.routing.topology.Fabric;

/**
 * A fat tree with the LIDs of its NICs: the knowledge shared by all devices under local rerouting and source routing.
 */
public final class TreeAddresses {
    private static final int NONE = -1;

    private final TreeGeometry tree;
    private final int[] nicAt; // [LID]

    /**
     * @param user name of the scheme or method that needs the tree, for messages
     * @throws org.reweave.routing.engine.spi.UnroutableException when the fabric is no whole tree
     */
    public TreeAddresses(Fabric fabric, String user) {
        this.tree = TreeGeometry.of(fabric, user);
        this.nicAt = new int[fabric.largestLid() + 1];
        Arrays.fill(nicAt, NONE);
        for (int nic = 0; nic < fabric.nicCount(); nic++) {
            int device = fabric.nicDevice(nic);
            nicAt[fabric.attachedLid(device)] = nic;
        }
    }

    public TreeGeometry tree() {
        return tree;
    }

    /** The number of the NIC with a LID; -1 if there is none. */
    public int nicAt(int lid) {
        return nicAt[lid];
    }
}
