package org.reweave.routing.engine.multipath;

import java.util.Arrays;
import org.reweave.routing.topology.SwitchGraph;

/**
 * Finds a whole set of disjoint paths by trying all simple paths one after another, for the few pairs whose shortest
 * paths share switches in every order of searching. Gives up after a number of steps. Not thread-safe.
 */
final class DisjointBacktracking {
    private static final int MAX_STEPS = 50_000;

    private final SwitchGraph graph;
    private final PathRule rule;
    private final int[] distance;
    private final boolean[] taken;
    private final int[] hops;
    private final int[][] slots;
    private final int[] cost;
    private int source;
    private int destination;
    private int wanted;
    private int limit;
    private int steps;

    DisjointBacktracking(SwitchGraph graph, PathRule rule, int maxPaths) {
        this.graph = graph;
        this.rule = rule;
        this.distance = new int[graph.switchCount()];
        this.taken = new boolean[graph.switchCount()];
        this.hops = new int[maxPaths];
        this.slots = new int[maxPaths][graph.switchCount() + 1];
        this.cost = new int[maxPaths];
    }

    /**
     * @param wanted paths of the set
     * @param limit most hops of each
     * @return whether a set was found before the steps were used up
     */
    boolean find(int fromSwitch, int toSwitch, int wanted, int limit) {
        source = fromSwitch;
        destination = toSwitch;
        this.wanted = wanted;
        this.limit = limit;
        steps = 0;
        Arrays.fill(taken, false);
        taken[source] = true;
        graph.distances(destination, distance);
        return path(0, graph.firstSlot(source));
    }

    /** Completes the set from a path on, whose first slot is this one or a later one. */
    private boolean path(int path, int from) {
        if (path == wanted) {
            return true;
        }
        int end = graph.firstSlot(source + 1);
        for (int slot = from; slot < end && end - slot >= wanted - path; slot++) {
            for (int i = 0; i < rule.starts(); i++) {
                if (step(path, 0, slot, rule.start(i))) {
                    return true;
                }
            }
        }
        return false;
    }

    private boolean step(int path, int hop, int slot, int state) {
        int s = graph.peer(slot);
        if (steps++ >= MAX_STEPS || hop + 1 + distance[s] > limit || taken[s]) {
            return false;
        }
        slots[path][hop] = slot;
        if (s == destination) {
            hops[path] = hop + 1;
            cost[path] = rule.cost(state);
            return path(path + 1, slots[path][0] + 1);
        }
        taken[s] = true;
        for (int out = graph.firstSlot(s); out < graph.firstSlot(s + 1); out++) {
            int next = rule.next(state, slot, out);
            if (next >= 0 && step(path, hop + 1, out, next)) {
                return true;
            }
        }
        taken[s] = false;
        return false;
    }

    int[] slots(int path) {
        return slots[path];
    }

    int hops(int path) {
        return hops[path];
    }

    int cost(int path) {
        return cost[path];
    }
}
