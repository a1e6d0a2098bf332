package org.reweave.routing.verify;

import it.unimi.dsi.fastutil.ints.IntArrayList;
import java.util.Arrays;
import org.reweave.routing.table.RoutingTables;
import org.reweave.routing.topology.Fabric;
import org.reweave.routing.topology.Faults;

/** A fabric's ports and endpoints in flat arrays, with faults applied: what a table walk touches at every step. */
final class FlatPorts {
    /** Nothing is plugged in, or the switch has no such port. */
    static final int EMPTY = -1;
    /** The link or the device behind it has failed. */
    static final int DEAD = -2;

    final Fabric fabric;
    private final int[] portBase; // [switch]
    private final int[] portCount; // [switch]
    private final int[] peer; // dense switch port -> device, EMPTY or DEAD
    private final int[] peerPort;
    private final int[] directed;

    final int[] nic; // [endpoint] device
    final int[] nicPort; // [endpoint]
    final int[] entry; // [endpoint] switch it is wired to
    final int[] entryPort; // [endpoint] port of that switch
    final int[] lid; // [endpoint]
    final boolean[] alive; // [endpoint] its link works

    FlatPorts(Fabric fabric, Faults faults, Endpoints endpoints) {
        this.fabric = fabric;
        int switches = fabric.switchCount();
        portBase = new int[switches];
        portCount = new int[switches];
        int total = 0;
        for (int s = 0; s < switches; s++) {
            portBase[s] = total;
            portCount[s] = fabric.portCount(s);
            total += portCount[s];
        }
        peer = new int[total];
        peerPort = new int[total];
        directed = new int[total];
        Arrays.fill(peer, EMPTY);
        for (int s = 0; s < switches; s++) {
            for (int port = 1; port <= portCount[s]; port++) {
                int dense = portBase[s] + port - 1;
                if (fabric.link(s, port) >= 0) {
                    peer[dense] = faults.portUp(fabric, s, port) ? fabric.peer(s, port) : DEAD;
                    peerPort[dense] = fabric.peerPort(s, port);
                    directed[dense] = fabric.directedLink(s, port);
                }
            }
        }
        IntArrayList ports = endpointPorts(fabric, endpoints);
        int count = ports.size() / 2;
        nic = new int[count];
        nicPort = new int[count];
        entry = new int[count];
        entryPort = new int[count];
        lid = new int[count];
        alive = new boolean[count];
        for (int e = 0; e < count; e++) {
            nic[e] = ports.getInt(2 * e);
            nicPort[e] = ports.getInt(2 * e + 1);
            entry[e] = fabric.peer(nic[e], nicPort[e]);
            entryPort[e] = fabric.peerPort(nic[e], nicPort[e]);
            lid[e] = fabric.nicLid(nic[e], nicPort[e]);
            alive[e] = faults.portUp(fabric, nic[e], nicPort[e]);
        }
    }

    /** Pairs of (NIC device, port). */
    private static IntArrayList endpointPorts(Fabric fabric, Endpoints endpoints) {
        IntArrayList ports = new IntArrayList();
        for (int n = 0; n < fabric.nicCount(); n++) {
            int device = fabric.nicDevice(n);
            for (int port = 1; port <= fabric.portCount(device); port++) {
                boolean wired = fabric.peer(device, port) >= 0 && fabric.isSwitch(fabric.peer(device, port));
                if (wired && (endpoints == Endpoints.ALL_PORTS || port == fabric.attachedPort(device))) {
                    ports.add(device);
                    ports.add(port);
                }
            }
        }
        return ports;
    }

    int endpointCount() {
        return nic.length;
    }

    /**
     * @return the device that a working port of a switch leads to, EMPTY or DEAD; port 0 and 255 are EMPTY unless wired
     */
    int peer(int switchDevice, int port) {
        return port < 1 || port > portCount[switchDevice] ? EMPTY : peer[portBase[switchDevice] + port - 1];
    }

    /** The far port of a wired port. */
    int peerPort(int switchDevice, int port) {
        return peerPort[portBase[switchDevice] + port - 1];
    }

    /** The directed link that leaves through a wired port. */
    int directed(int switchDevice, int port) {
        return directed[portBase[switchDevice] + port - 1];
    }

    /** An endpoint, for messages: {@code h3.1}. */
    String endpointName(int endpoint) {
        return fabric.portTitle(nic[endpoint], nicPort[endpoint]);
    }

    /**
     * Follows the tables from a switch towards an endpoint and says in words where they fail.
     *
     * @throws IllegalStateException when they deliver
     */
    String explain(RoutingTables tables, int fromSwitch, int endpoint) {
        boolean[] seen = new boolean[fabric.switchCount()];
        StringBuilder path = new StringBuilder();
        for (int s = fromSwitch; ; ) {
            path.append(path.length() == 0 ? "" : " -> ").append(fabric.deviceTitle(s));
            if (seen[s]) {
                return "the tables loop: " + path;
            }
            seen[s] = true;
            int port = tables.outPort(s, lid[endpoint]);
            int next = peer(s, port);
            String where = fabric.portTitle(s, port);
            if (port == RoutingTables.UNREACHABLE) {
                return fabric.deviceTitle(s) + " has LID " + lid[endpoint] + " as unreachable, after " + path;
            } else if (port == 0) {
                return fabric.deviceTitle(s) + " keeps LID " + lid[endpoint] + " as its own, after " + path;
            } else if (next == EMPTY) {
                return where + " leads nowhere, after " + path;
            } else if (next == DEAD) {
                return where + " has failed, after " + path;
            } else if (!fabric.isSwitch(next)) {
                if (next == nic[endpoint] && peerPort(s, port) == nicPort[endpoint]) {
                    throw new IllegalStateException(endpointName(endpoint) + " is reached by " + path);
                }
                return where + " leads to " + fabric.portTitle(next, peerPort(s, port))
                        + ", which is not the destination, after " + path;
            }
            s = next;
        }
    }
}
