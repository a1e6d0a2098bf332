package org.reweave.routing.engine.multipath;

import java.util.Arrays;
import org.reweave.routing.topology.SwitchGraph;

/**
 * Finds paths of one pair of switches, one after another, that share no switch but the ends and hence no link, and that
 * a {@link PathRule} allows: each path is a shortest one that shares no switch with the paths found before. The
 * switches next to the source may be reserved for the paths that start there. Not thread-safe. Source: thesis §4.2.2.
 */
final class DisjointSearch {
    private final SwitchGraph graph;
    private final PathRule rule;
    private final int states;
    private final int[] distance; // [switch] to the present destination
    private final int[] taken; // [switch] stamp of the set whose path passes it
    private final int[] reserved; // [switch] slot of the source that leads there, plus 1; others must not pass
    private final int[] lastTo; // [slot into the destination] stamp of the set that uses it
    private final int[] seen; // [slot * states + state] stamp of the search
    private final int[] before;
    private final int[] depth;
    private final int[] queue;
    private final int[] onPath; // [switch] stamp of the walk
    private int set;
    private int search;
    private int walk;
    private int source;
    private int destination = -1;
    private int found;
    private int foundDepth;

    DisjointSearch(SwitchGraph graph, PathRule rule) {
        this.graph = graph;
        this.rule = rule;
        this.states = rule.stateCount();
        this.distance = new int[graph.switchCount()];
        this.taken = new int[graph.switchCount()];
        this.reserved = new int[graph.switchCount()];
        this.onPath = new int[graph.switchCount()];
        this.lastTo = new int[graph.slotCount()];
        this.seen = new int[graph.slotCount() * states];
        this.before = new int[seen.length];
        this.depth = new int[seen.length];
        this.queue = new int[seen.length];
    }

    /** Turns to another pair. Cheap while the destination stays. */
    void pair(int fromSwitch, int toSwitch) {
        if (toSwitch != destination) {
            graph.distances(toSwitch, distance);
            destination = toSwitch;
        }
        source = fromSwitch;
    }

    /** Hops of a shortest path between two switches at all, from any switch to the destination. */
    int distance(int fromSwitch) {
        return distance[fromSwitch];
    }

    /**
     * Forgets the paths found: a new set.
     *
     * @param reserve keep the switches next to the source for the paths that start there
     */
    void begin(boolean reserve) {
        set++;
        Arrays.fill(reserved, 0);
        for (int slot = graph.firstSlot(source); slot < graph.firstSlot(source + 1); slot++) {
            reserved[graph.peer(slot)] = reserve ? slot + 1 : 0;
        }
    }

    /**
     * Finds one more path of the set and takes its switches.
     *
     * @param first the slot it starts with
     * @param last the slot it ends with, -1 = any
     * @param limit most hops
     * @param slots gets the hops
     * @return how many; 0 = there is none
     */
    int next(int first, int last, int limit, int[] slots) {
        search++;
        found = -1;
        foundDepth = limit;
        int tail = start(first, last, limit);
        for (int head = 0; head < tail; head++) {
            int node = queue[head];
            if (depth[node] >= foundDepth) {
                break;
            }
            tail = expand(node, last, limit, tail);
        }
        return found < 0 ? 0 : trace(slots);
    }

    private int start(int first, int last, int limit) {
        int entered = graph.peer(first);
        if (entered == destination) {
            boolean allowed = limit >= 1 && (last < 0 || last == first) && lastTo[first] != set;
            if (allowed) {
                found = first * states + rule.start(0);
                before[found] = -1;
                depth[found] = 1;
            }
            return 0;
        }
        if (taken[entered] == set || distance[entered] < 0 || distance[entered] + 1 > limit) {
            return 0;
        }
        int tail = 0;
        for (int i = 0; i < rule.starts(); i++) {
            int node = first * states + rule.start(i);
            seen[node] = search;
            before[node] = -1;
            depth[node] = 1;
            queue[tail++] = node;
        }
        return tail;
    }

    private int expand(int node, int last, int limit, int tail) {
        int in = node / states;
        int state = node % states;
        int s = graph.peer(in);
        int reach = depth[node] + 1;
        int end = tail;
        for (int out = graph.firstSlot(s); out < graph.firstSlot(s + 1); out++) {
            int peer = graph.peer(out);
            boolean arrives = peer == destination;
            boolean closed = arrives
                    ? lastTo[out] == set || last >= 0 && out != last
                    : peer == source || taken[peer] == set || reserved[peer] != 0;
            if (closed || distance[peer] < 0 || reach + distance[peer] > limit) {
                continue;
            }
            int next = rule.next(state, in, out);
            int to = next < 0 ? -1 : out * states + next;
            if (to < 0 || seen[to] == search) {
                continue;
            }
            seen[to] = search;
            before[to] = node;
            depth[to] = reach;
            if (!arrives) {
                queue[end++] = to;
            } else if (simple(to) && better(to)) {
                found = to;
                foundDepth = reach;
            }
        }
        return end;
    }

    private boolean better(int node) {
        return found < 0 || rule.cost(node % states) < rule.cost(found % states);
    }

    private boolean simple(int node) {
        walk++;
        for (int at = node; at >= 0; at = before[at]) {
            int s = graph.peer(at / states);
            if (onPath[s] == walk) {
                return false;
            }
            onPath[s] = walk;
        }
        return true;
    }

    private int trace(int[] slots) {
        int hops = depth[found];
        int at = found;
        for (int i = hops - 1; i >= 0; i--) {
            slots[i] = at / states;
            if (i < hops - 1) {
                taken[graph.peer(slots[i])] = set;
            }
            at = before[at];
        }
        lastTo[slots[hops - 1]] = set;
        return hops;
    }

    /** Cost of the path last found, by its last state. */
    int cost() {
        return rule.cost(found % states);
    }
}
