package org.reweave.routing.io;

import java.util.Arrays;
import org.reweave.routing.topology.Fabric;

/** The device, and the port, that each LID of a fabric belongs to. */
final class LidOwners {
    private final Fabric fabric;
    private final int[] device; // [LID]; -1 = nobody's
    private final int[] port; // [LID] of a NIC

    LidOwners(Fabric fabric) {
        this.fabric = fabric;
        this.device = new int[fabric.largestLid() + 1];
        this.port = new int[device.length];
        Arrays.fill(device, -1);
        for (int d = 0; d < fabric.deviceCount(); d++) {
            if (fabric.isSwitch(d)) {
                device[fabric.switchLid(d)] = d;
                continue;
            }
            for (int p = 1; p <= fabric.portCount(d); p++) {
                if (fabric.nicLid(d, p) > 0) {
                    device[fabric.nicLid(d, p)] = d;
                    port[fabric.nicLid(d, p)] = p;
                }
            }
        }
    }

    int lidMax() {
        return device.length - 1;
    }

    boolean known(int lid) {
        return lid < device.length && device[lid] >= 0;
    }

    /** @return the switch with this LID, or -1 */
    int switchOf(int lid) {
        return known(lid) && fabric.isSwitch(device[lid]) ? device[lid] : -1;
    }

    /** @return the NIC with this LID at one of its ports, or -1 */
    int nicOf(int lid) {
        return known(lid) && !fabric.isSwitch(device[lid]) ? device[lid] : -1;
    }

    /** The port of the NIC with this LID. */
    int nicPort(int lid) {
        return port[lid];
    }

    /**
     * Finds the switch that a line speaks of.
     *
     * @param guid as the line gives it; it must be the device's own where the fabric has real ones
     * @throws FabricFormatException when the fabric has no such switch
     */
    int requireSwitch(BoundedLines text, int lid, String guid) {
        int found = switchOf(lid);
        if (found < 0) {
            throw text.refuse("no switch of " + fabric.name() + " has LID " + lid, "the LID of one of its switches");
        }
        String name = fabric.deviceName(found);
        if (SyntheticIds.isRealId(name, true) && !name.endsWith(guid.toLowerCase(java.util.Locale.ROOT))) {
            throw text.refuse(
                    "LID " + lid + " is said to be of guid " + guid + ", and in " + fabric.name() + " it is of " + name,
                    "tables of the same fabric");
        }
        return found;
    }
}
