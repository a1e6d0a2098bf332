package org.reweave.emulator.reproduce.thesis;

import java.util.Arrays;
import org.reweave.routing.engine.updown.UpDownOrder;
import org.reweave.routing.topology.SwitchGraph;

/**
 * Disjoint paths that up*&#47;down* allows: up, then down, no switch but the ends and no link on two of them. The most
 * there are of them is searched, and among sets of as many a short one is preferred: paths are extended towards the
 * destination first, and longer ones are tried when shorter ones leave too few. A search that takes too long counts as
 * a failure: the number found is a lower bound. Source: thesis §4.1, §8.1.1.
 */
final class UpDownPaths {
    /** Steps after which a search for so many paths is given up. */
    private static final int PATIENCE = 20_000;
    /** Hops beyond the shortest legal path, tried in turn. */
    private static final int[] SLACKS = {0, 2, 4, 8, 1_000};

    private static final int FAR = 1 << 20;

    private final SwitchGraph graph;
    private final UpDownOrder order;
    private final int[][] legal; // [destination][2 * switch + phase] hops left; phase 1 = has gone down
    private final boolean[] used; // [switch]
    private int source;
    private int destination;
    private int limit;
    private int steps;
    private int hops; // of the set found

    UpDownPaths(SwitchGraph graph, UpDownOrder order) {
        this.graph = graph;
        this.order = order;
        this.used = new boolean[graph.switchCount()];
        this.legal = new int[graph.switchCount()][];
        for (int to = 0; to < legal.length; to++) {
            legal[to] = distances(to);
        }
    }

    /** Hops of the shortest legal path. */
    int distance(int from, int to) {
        return legal[to][2 * from];
    }

    /** Hops of all paths of the last pair. */
    int hops() {
        return hops;
    }

    /** @return disjoint paths of a pair of different switches; 0 when there is none */
    int count(int from, int to) {
        source = from;
        destination = to;
        int most = StrictMath.min(degree(from), degree(to));
        for (int wanted = most; wanted > 1; wanted--) {
            for (int slack : SLACKS) {
                limit = distance(from, to) + slack;
                steps = 0;
                Arrays.fill(used, false);
                used[from] = true;
                if (first(graph.firstSlot(from), wanted, 0)) {
                    return wanted;
                }
            }
        }
        hops = distance(from, to);
        return hops >= FAR ? 0 : 1;
    }

    private int degree(int s) {
        return graph.firstSlot(s + 1) - graph.firstSlot(s);
    }

    /** Begins one of so many missing paths at some port of the source, this or a later one. */
    private boolean first(int slot, int missing, int crossed) {
        if (missing == 0) {
            hops = crossed;
            return true;
        }
        int end = graph.firstSlot(source + 1);
        for (int out = slot; out <= end - missing; out++) {
            if (step(source, 0, out, out, missing, crossed, 0)) {
                return true;
            }
        }
        return false;
    }

    /**
     * Crosses a link and goes on from its far end.
     *
     * @param began the port of the source at which this path began
     * @param crossed hops of the paths before this one
     * @param length of this one so far
     */
    private boolean step(int at, int phase, int slot, int began, int missing, int crossed, int length) {
        int next = graph.peer(slot);
        boolean up = order.isUp(at, next);
        int turned = up ? 0 : 1;
        if (up && phase == 1 || ++steps > PATIENCE) {
            return false;
        }
        if (next == destination) {
            return first(began + 1, missing - 1, crossed + length + 1);
        }
        if (used[next] || length + 1 + legal[destination][2 * next + turned] > limit) {
            return false;
        }
        used[next] = true;
        for (int closer = 0; closer < 2; closer++) {
            for (int out = graph.firstSlot(next); out < graph.firstSlot(next + 1); out++) {
                int beyond = graph.peer(out);
                int left = legal[destination][2 * beyond + (order.isUp(next, beyond) ? 0 : 1)];
                boolean nearer = left < legal[destination][2 * next + turned];
                if (nearer == (closer == 0) && step(next, turned, out, began, missing, crossed, length + 1)) {
                    return true;
                }
            }
        }
        used[next] = false;
        return false;
    }

    /** Backward search over (switch, phase). */
    private int[] distances(int to) {
        int[] left = new int[2 * graph.switchCount()];
        Arrays.fill(left, FAR);
        int[] queue = new int[left.length];
        int tail = 0;
        left[2 * to] = 0;
        left[2 * to + 1] = 0;
        queue[tail++] = 2 * to;
        queue[tail++] = 2 * to + 1;
        for (int head = 0; head < tail; head++) {
            int s = queue[head] >> 1;
            int arrived = queue[head] & 1;
            for (int slot = graph.firstSlot(s); slot < graph.firstSlot(s + 1); slot++) {
                int before = graph.peer(slot);
                // The last hop, before -> s, is up only if nothing went down before; after it the phase is `arrived`.
                boolean up = order.isUp(before, s);
                if (up != (arrived == 0)) {
                    continue;
                }
                for (int phase = 0; phase <= arrived; phase++) {
                    if (left[2 * before + phase] == FAR) {
                        left[2 * before + phase] = left[queue[head]] + 1;
                        queue[tail++] = 2 * before + phase;
                    }
                }
            }
        }
        return left;
    }
}
