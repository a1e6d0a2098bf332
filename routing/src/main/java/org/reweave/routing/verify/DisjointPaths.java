package org.reweave.routing.verify;

import java.util.Arrays;
import org.reweave.routing.topology.Fabric;
import org.reweave.routing.topology.Faults;
import org.reweave.routing.topology.SwitchGraph;

/**
 * How many paths between two switches share no link, or no link and no switch but the ends: maximum flows of unit
 * capacity, found by shortest augmenting paths (Menger's theorem; Edmonds and Karp). What the working cables allow,
 * whatever the routing. Parallel cables between the two switches count as one path each, in both numbers. Not
 * thread-safe.
 */
public final class DisjointPaths {
    /**
     * The least numbers over all pairs of a fabric.
     *
     * @param pairs unordered pairs of different switches with NICs
     * @param links link-disjoint paths that every pair has; 0 when some pair is disconnected or there are none
     * @param switches switch-disjoint paths that every pair has
     */
    public record Least(long pairs, int links, int switches) {}

    private static final int UNSEEN = -1;

    private final SwitchGraph graph;
    private final int[] reverse; // [slot] the same cable the other way
    private final boolean[] entry; // [switch] has a working NIC
    private final boolean[] slotFlow;
    private final int[] passing; // [switch] paths
    private final int[] before; // [node] predecessor; node 2s = into switch s, 2s+1 = out of it
    private final int[] by; // [node] the slot taken, or -1 - slot given back, or SELF
    private final int[] queue;

    private static final int SELF = Integer.MIN_VALUE;

    public DisjointPaths(Fabric fabric, Faults faults) {
        this.graph = SwitchGraph.of(fabric, faults);
        int[] slotOfPort = new int[fabric.totalPorts()];
        this.entry = new boolean[graph.switchCount()];
        for (int s = 0; s < graph.switchCount(); s++) {
            for (int slot = graph.firstSlot(s); slot < graph.firstSlot(s + 1); slot++) {
                slotOfPort[fabric.portIndex(s, graph.port(slot))] = slot;
            }
            for (int port = 1; port <= fabric.portCount(s); port++) {
                int peer = fabric.peer(s, port);
                entry[s] |= peer >= 0 && !fabric.isSwitch(peer) && faults.portUp(fabric, s, port);
            }
        }
        this.reverse = new int[graph.slotCount()];
        for (int s = 0; s < graph.switchCount(); s++) {
            for (int slot = graph.firstSlot(s); slot < graph.firstSlot(s + 1); slot++) {
                reverse[slot] = slotOfPort[fabric.portIndex(graph.peer(slot), fabric.peerPort(s, graph.port(slot)))];
            }
        }
        this.slotFlow = new boolean[graph.slotCount()];
        this.passing = new int[graph.switchCount()];
        this.before = new int[2 * graph.switchCount()];
        this.by = new int[before.length];
        this.queue = new int[before.length];
    }

    /**
     * Paths of which no two share a link.
     *
     * @throws IllegalArgumentException when both ends are one switch
     */
    public int linkDisjoint(int from, int to) {
        return flow(from, to, Integer.MAX_VALUE);
    }

    /**
     * Paths of which no two share a link or, other than the ends, a switch.
     *
     * @throws IllegalArgumentException when both ends are one switch
     */
    public int switchDisjoint(int from, int to) {
        return flow(from, to, 1);
    }

    /** The least numbers over all pairs of switches with working NICs: O(pairs x degree x links). */
    public Least least() {
        long pairs = 0;
        int links = Integer.MAX_VALUE;
        int switches = Integer.MAX_VALUE;
        for (int a = 0; a < entry.length; a++) {
            for (int b = a + 1; entry[a] && b < entry.length; b++) {
                if (entry[b]) {
                    pairs++;
                    links = Math.min(links, linkDisjoint(a, b));
                    switches = Math.min(switches, switchDisjoint(a, b));
                }
            }
        }
        return pairs == 0 ? new Least(0, 0, 0) : new Least(pairs, links, switches);
    }

    private int flow(int from, int to, int capacity) {
        if (from == to) {
            throw new IllegalArgumentException("both ends are switch " + from + "; disjoint paths need two");
        }
        Arrays.fill(slotFlow, false);
        Arrays.fill(passing, 0);
        int flow = 0;
        while (graph.connected(from, to) && augment(from, to, capacity)) {
            flow++;
        }
        return flow;
    }

    /** Searches one more path in what the others leave, and takes it. */
    private boolean augment(int from, int to, int capacity) {
        Arrays.fill(before, UNSEEN);
        int tail = 0;
        queue[tail++] = 2 * from + 1;
        before[2 * from + 1] = 2 * from + 1;
        for (int head = 0; head < tail && before[2 * to] == UNSEEN; head++) {
            int node = queue[head];
            int s = node >> 1;
            boolean out = (node & 1) == 1;
            boolean crossing = out ? passing[s] > 0 : passing[s] < capacity && s != from;
            if (crossing) {
                tail = see(node ^ 1, node, SELF, tail);
            }
            for (int slot = graph.firstSlot(s); slot < graph.firstSlot(s + 1); slot++) {
                if (out && !slotFlow[slot]) {
                    tail = see(2 * graph.peer(slot), node, slot, tail);
                } else if (!out && slotFlow[reverse[slot]]) {
                    tail = see(2 * graph.peer(slot) + 1, node, -1 - reverse[slot], tail);
                }
            }
        }
        if (before[2 * to] == UNSEEN) {
            return false;
        }
        for (int node = 2 * to; node != 2 * from + 1; node = before[node]) {
            if (by[node] == SELF) {
                passing[node >> 1] += (node & 1) == 1 ? 1 : -1;
            } else if (by[node] >= 0) {
                slotFlow[by[node]] = true;
            } else {
                slotFlow[-1 - by[node]] = false;
            }
        }
        return true;
    }

    private int see(int node, int predecessor, int way, int tail) {
        if (before[node] != UNSEEN) {
            return tail;
        }
        before[node] = predecessor;
        by[node] = way;
        queue[tail] = node;
        return tail + 1;
    }
}
