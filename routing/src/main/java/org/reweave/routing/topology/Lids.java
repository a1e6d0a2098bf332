package org.reweave.routing.topology;

import java.util.BitSet;

/**
 * Gives a LID to every switch and every wired NIC port: LIDs of the file are kept, all other devices get the lowest
 * free LIDs in device order. Where the builder keeps LIDs, ports that are not wired have those given to them.
 */
final class Lids {
    private Lids() {}

    /** @return the largest LID in use, 0 without devices */
    static int assign(Fabric fabric, FabricBuilder builder, int[] switchLid, int[] portLid) {
        BitSet used = new BitSet();
        for (int s = 0; s < switchLid.length; s++) {
            switchLid[s] = claim(used, builder.switchLids.getInt(s), fabric.deviceName(s));
        }
        for (FabricBuilder.NicLid given : builder.nicLids) {
            int device = fabric.nicDevice(given.nic());
            if (builder.keepsLids() || fabric.link(device, given.port()) >= 0) {
                portLid[fabric.portIndex(device, given.port())] =
                        claim(used, given.lid(), fabric.portName(device, given.port()));
            }
        }
        int next = 1;
        for (int device = 0; device < fabric.deviceCount(); device++) {
            if (fabric.isSwitch(device)) {
                if (switchLid[device] == 0) {
                    next = used.nextClearBit(next);
                    switchLid[device] = claim(used, next, fabric.deviceName(device));
                }
                continue;
            }
            for (int port = 1; port <= fabric.portCount(device); port++) {
                int dense = fabric.portIndex(device, port);
                if (portLid[dense] == 0 && fabric.link(device, port) >= 0) {
                    next = used.nextClearBit(next);
                    portLid[dense] = claim(used, next, fabric.portName(device, port));
                }
            }
        }
        return Math.max(0, used.length() - 1);
    }

    private static int claim(BitSet used, int lid, String owner) {
        if (lid == 0) {
            return 0;
        }
        if (lid < 0 || lid > Addressing.LID24.largest()) {
            throw new IllegalArgumentException(
                    owner + " has LID " + lid + "; unicast LIDs are 1 to " + Addressing.LID24.largest());
        }
        if (used.get(lid)) {
            throw new IllegalArgumentException(owner + " has LID " + lid + ", which another port already has");
        }
        used.set(lid);
        return lid;
    }
}
