package org.reweave.routing.engine.multipath;

import it.unimi.dsi.fastutil.longs.LongHeapPriorityQueue;
import java.util.Arrays;
import org.reweave.routing.topology.Fabric;
import org.reweave.routing.topology.SwitchGraph;

/**
 * Finds partially disjoint paths: of the paths that a {@link PathRule} allows, the one that shares the fewest links and
 * switches with the paths of its pair so far, and of equal ones the one with the fewest hops. The ends and the links to
 * the NICs do not count, and at least one link is shared with no other path. Not thread-safe. Source: thesis §4.1, the
 * degree of disjoint paths is the number of shared links and switches.
 *
 * <p>Among the ways to one hop in one state of the rule only the best one is followed. A path that could be had only by
 * a worse way there is not found: the search says that there is none, or finds a path that shares more.
 */
final class SharingSearch {
    private static final int SHARED = 1 << 16; // cost of a shared link or switch, more than any number of hops
    private static final int NODE_BITS = 32;

    private final SwitchGraph graph;
    private final PathRule rule;
    private final int states;
    private final int[] reverse; // [slot] the slot of the same link in the other direction
    private final boolean[] switchUsed;
    private final boolean[] linkUsed; // [slot] by a path in either direction
    private final int[] cost; // [node]
    private final int[] before; // [node]
    private final int[] hops; // [node]
    private final LongHeapPriorityQueue queue = new LongHeapPriorityQueue(); // cost, then node
    private final boolean[] passed;
    private int source;
    private int destination;

    SharingSearch(Fabric fabric, SwitchGraph graph, PathRule rule) {
        this.graph = graph;
        this.rule = rule;
        this.states = rule.stateCount();
        this.reverse = new int[graph.slotCount()];
        for (int s = 0; s < graph.switchCount(); s++) {
            for (int slot = graph.firstSlot(s); slot < graph.firstSlot(s + 1); slot++) {
                int back = graph.firstSlot(graph.peer(slot));
                while (graph.port(back) != fabric.peerPort(s, graph.port(slot))) {
                    back++;
                }
                reverse[slot] = back;
            }
        }
        this.switchUsed = new boolean[graph.switchCount()];
        this.linkUsed = new boolean[graph.slotCount()];
        int nodes = graph.slotCount() * states * 2;
        this.cost = new int[nodes];
        this.before = new int[nodes];
        this.hops = new int[nodes];
        this.passed = new boolean[graph.switchCount()];
    }

    /** Turns to a pair, of which no path is known yet. */
    void pair(int fromSwitch, int toSwitch) {
        source = fromSwitch;
        destination = toSwitch;
        Arrays.fill(switchUsed, false);
        Arrays.fill(linkUsed, false);
    }

    /** Notes a path of the pair. */
    void use(int[] slots, int count) {
        for (int i = 0; i < count; i++) {
            linkUsed[slots[i]] = true;
            linkUsed[reverse[slots[i]]] = true;
            switchUsed[graph.peer(slots[i])] = i < count - 1;
        }
    }

    /**
     * Finds one more path.
     *
     * @param limit most hops
     * @param slots gets the hops
     * @return how many; 0 = none was found
     */
    int find(int limit, int[] slots) {
        Arrays.fill(cost, Integer.MAX_VALUE);
        queue.clear();
        for (int slot = graph.firstSlot(source); slot < graph.firstSlot(source + 1); slot++) {
            for (int i = 0; i < rule.starts(); i++) {
                reach(slot, rule.start(i), -1, limit);
            }
        }
        while (!queue.isEmpty()) {
            long next = queue.dequeueLong();
            int node = (int) next;
            int in = slot(node);
            if (next >> NODE_BITS > cost[node]) {
                continue;
            }
            if (graph.peer(in) == destination) {
                if (hasOwnLink(node) && isSimple(node)) {
                    return trace(node, slots);
                }
                continue;
            }
            int at = graph.peer(in);
            for (int out = graph.firstSlot(at); out < graph.firstSlot(at + 1); out++) {
                int state = rule.next(node / 2 % states, in, out);
                if (state >= 0 && graph.peer(out) != source) {
                    reach(out, state, node, limit);
                }
            }
        }
        return 0;
    }

    private int slot(int node) {
        return node / 2 / states;
    }

    private static boolean hasOwnLink(int node) {
        return (node & 1) != 0;
    }

    private void reach(int slot, int state, int from, int limit) {
        int entered = graph.peer(slot);
        int shared = (linkUsed[slot] ? 1 : 0) + (entered != destination && switchUsed[entered] ? 1 : 0);
        boolean own = !linkUsed[slot] || from >= 0 && hasOwnLink(from);
        int node = (slot * states + state) * 2 + (own ? 1 : 0);
        int total = (from < 0 ? 0 : cost[from]) + shared * SHARED + 1;
        int length = from < 0 ? 1 : hops[from] + 1;
        if (length <= limit && total < cost[node]) {
            cost[node] = total;
            before[node] = from;
            hops[node] = length;
            queue.enqueue((long) total << NODE_BITS | node);
        }
    }

    private boolean isSimple(int last) {
        Arrays.fill(passed, false);
        passed[source] = true;
        boolean simple = true;
        for (int node = last; node >= 0; node = before[node]) {
            int entered = graph.peer(slot(node));
            simple &= !passed[entered];
            passed[entered] = true;
        }
        return simple;
    }

    private int trace(int last, int[] slots) {
        int at = last;
        for (int i = hops[last] - 1; i >= 0; i--) {
            slots[i] = slot(at);
            at = before[at];
        }
        return hops[last];
    }
}
