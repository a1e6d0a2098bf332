package org.reweave.emulator.cli.fabric;

import java.util.ArrayDeque;
import java.util.Deque;
import org.reweave.routing.table.RoutingTables;
import org.reweave.routing.topology.Fabric;
import org.reweave.routing.topology.Faults;

/**
 * Packets of every pair of NICs, each followed by itself from switch to switch: an oracle that shares nothing with what
 * commands count by.
 */
record WalkedPairs(long pairs, long delivered, long lost, long disconnected) {
    static WalkedPairs of(RoutingTables tables, Faults faults) {
        Fabric fabric = tables.fabric();
        long pairs = 0;
        long delivered = 0;
        long disconnected = 0;
        for (int source = fabric.switchCount(); source < fabric.deviceCount(); source++) {
            boolean[] reached = reached(fabric, faults, source);
            for (int to = fabric.switchCount(); to < fabric.deviceCount(); to++) {
                boolean counts = source != to && fabric.attachedPort(source) > 0 && fabric.attachedPort(to) > 0;
                boolean joined = counts && reached[to];
                pairs += counts ? 1 : 0;
                disconnected += counts && !joined ? 1 : 0;
                delivered += joined && arrives(tables, faults, source, to) ? 1 : 0;
            }
        }
        return new WalkedPairs(pairs, delivered, pairs - delivered - disconnected, disconnected);
    }

    /** Devices that working cables join to the cable of a NIC; NICs pass nothing on. */
    private static boolean[] reached(Fabric fabric, Faults faults, int nic) {
        boolean[] reached = new boolean[fabric.deviceCount()];
        Deque<Integer> open = new ArrayDeque<>();
        int port = fabric.attachedPort(nic);
        if (port > 0 && works(fabric, faults, nic, port)) {
            open.add(fabric.peer(nic, port));
            reached[fabric.peer(nic, port)] = true;
        }
        while (!open.isEmpty()) {
            int device = open.remove();
            for (int out = 1; out <= fabric.portCount(device); out++) {
                int next = fabric.peer(device, out);
                boolean isEntry = next >= 0
                        && (fabric.isSwitch(next) || fabric.peerPort(device, out) == fabric.attachedPort(next));
                if (isEntry && works(fabric, faults, device, out) && !reached[next]) {
                    reached[next] = true;
                    if (fabric.isSwitch(next)) {
                        open.add(next);
                    }
                }
            }
        }
        return reached;
    }

    private static boolean works(Fabric fabric, Faults faults, int device, int port) {
        return faults.deviceUp(device)
                && faults.deviceUp(fabric.peer(device, port))
                && faults.linkUp(fabric, fabric.link(device, port));
    }

    private static boolean arrives(RoutingTables tables, Faults faults, int source, int to) {
        Fabric fabric = tables.fabric();
        int lid = fabric.nicLid(to, fabric.attachedPort(to));
        int device = fabric.peer(source, fabric.attachedPort(source));
        for (int hops = 0; hops <= fabric.switchCount(); hops++) {
            int out = tables.outPort(device, lid);
            boolean isOut = out >= 1 && out <= fabric.portCount(device) && fabric.peer(device, out) >= 0;
            if (!isOut || !works(fabric, faults, device, out)) {
                return false;
            }
            int next = fabric.peer(device, out);
            if (!fabric.isSwitch(next)) {
                return next == to && fabric.peerPort(device, out) == fabric.attachedPort(to);
            }
            device = next;
        }
        return false; // round in circles
    }
}
