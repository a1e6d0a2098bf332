package org.reweave.routing.topology;

import java.util.Arrays;

/**
 * The working links between the switches of a fabric, as adjacency arrays: what graph searches run on. Every directed
 * link is a <i>slot</i>; the slots of a switch are contiguous and in ascending port order. Parallel links are separate
 * slots; cables from a switch to itself are left out, since no path needs them. Immutable.
 */
public final class SwitchGraph {
    private final int[] firstSlot; // [switch]; [switchCount] -> total
    private final int[] slotPeer;
    private final int[] slotPort;
    private final int[] component; // -1 = failed switch

    private SwitchGraph(int[] firstSlot, int[] slotPeer, int[] slotPort, int[] component) {
        this.firstSlot = firstSlot;
        this.slotPeer = slotPeer;
        this.slotPort = slotPort;
        this.component = component;
    }

    /** The part of a fabric's switches and trunk links that works. */
    public static SwitchGraph of(Fabric fabric, Faults faults) {
        int switches = fabric.switchCount();
        int[] first = new int[switches + 1];
        int[] peers = new int[2 * fabric.linkCount()];
        int[] ports = new int[2 * fabric.linkCount()];
        int slots = 0;
        for (int s = 0; s < switches; s++) {
            first[s] = slots;
            for (int port = 1; port <= fabric.portCount(s); port++) {
                int peer = fabric.peer(s, port);
                if (peer >= 0 && peer != s && fabric.isSwitch(peer) && faults.portUp(fabric, s, port)) {
                    peers[slots] = peer;
                    ports[slots++] = port;
                }
            }
        }
        first[switches] = slots;
        int[] component = new int[switches];
        for (int s = 0; s < switches; s++) {
            component[s] = faults.deviceUp(s) ? s : -1;
        }
        SwitchGraph graph = new SwitchGraph(first, Arrays.copyOf(peers, slots), Arrays.copyOf(ports, slots), component);
        graph.labelComponents();
        return graph;
    }

    /** Names every connected part after its lowest switch. */
    private void labelComponents() {
        int[] distance = new int[switchCount()];
        for (int s = 0; s < switchCount(); s++) {
            if (component[s] != s) {
                continue;
            }
            distances(s, distance);
            for (int t = s; t < switchCount(); t++) {
                if (distance[t] >= 0) {
                    component[t] = s;
                }
            }
        }
    }

    public int switchCount() {
        return firstSlot.length - 1;
    }

    /** The first slot of a switch; its slots end before {@code firstSlot(switchDevice + 1)}. */
    public int firstSlot(int switchDevice) {
        return firstSlot[switchDevice];
    }

    /** Directed links in all. */
    public int slotCount() {
        return slotPeer.length;
    }

    /** The switch that a slot leads to. */
    public int peer(int slot) {
        return slotPeer[slot];
    }

    /** The port through which a slot leaves its switch. */
    public int port(int slot) {
        return slotPort[slot];
    }

    /** The switch works. */
    public boolean up(int switchDevice) {
        return component[switchDevice] >= 0;
    }

    /** The connected part a switch is in, named by its lowest switch; -1 for a failed switch. */
    public int component(int switchDevice) {
        return component[switchDevice];
    }

    /** Both switches work and a path joins them. */
    public boolean connected(int a, int b) {
        return component[a] >= 0 && component[a] == component[b];
    }

    /** All switches work, and paths join all of them. */
    public boolean isWhole() {
        return Arrays.stream(component).allMatch(part -> part == 0);
    }

    /** Fills {@code distance[switch]} with hops from a working switch, -1 = no path. */
    public void distances(int from, int[] distance) {
        Arrays.fill(distance, -1);
        int[] queue = new int[switchCount()];
        int tail = 0;
        queue[tail++] = from;
        distance[from] = 0;
        for (int head = 0; head < tail; head++) {
            int s = queue[head];
            for (int slot = firstSlot[s]; slot < firstSlot[s + 1]; slot++) {
                int peer = slotPeer[slot];
                if (distance[peer] < 0) {
                    distance[peer] = distance[s] + 1;
                    queue[tail++] = peer;
                }
            }
        }
    }
}
