package org.reweave.routing.engine.build;

import java.util.Arrays;
import org.reweave.routing.topology.SwitchGraph;

/**
 * The channel dependencies of the paths on one lane, kept free of cycles: a path that would close a cycle is refused,
 * and the layer stays as before. Channels are the slots of the graph.
 *
 * <p>A topological order of the channels is kept up to date, so that most dependencies cost a comparison (Pearce and
 * Kelly, "A dynamic topological sort algorithm for directed acyclic graphs", ACM JEA 11, 2006). Paths are never
 * removed, so a dependency that was found to close a cycle stays forbidden, and is remembered.
 */
public final class AcyclicLayer {
    private final SwitchGraph graph;
    private final SlotWalk walk;
    private final int[] rowStart; // [slot] of its dependencies: one cell per slot of the switch it enters
    private final byte[] state; // [rowStart + index]
    private final int[] order; // [slot] place in the topological order
    private final int[] mark; // [slot] stamp of the last search that met it
    private int stamp;
    private final int[] found; // slots met by a search, forward ones first
    private final int[] places;
    private final int[] added; // cells that the present path has set

    private static final byte PRESENT = 1;
    private static final byte FORBIDDEN = 2;

    public AcyclicLayer(SwitchGraph graph, SlotWalk walk) {
        this.graph = graph;
        this.walk = walk;
        int slots = graph.slotCount();
        this.rowStart = new int[slots + 1];
        for (int slot = 0; slot < slots; slot++) {
            int entered = graph.peer(slot);
            rowStart[slot + 1] = rowStart[slot] + graph.firstSlot(entered + 1) - graph.firstSlot(entered);
        }
        this.state = new byte[rowStart[slots]];
        this.order = new int[slots];
        Arrays.setAll(order, slot -> slot);
        this.mark = new int[slots];
        this.found = new int[slots];
        this.places = new int[slots];
        this.added = new int[graph.switchCount()];
    }

    /**
     * Takes the path that the walk followed last, unless it would close a cycle.
     *
     * @return whether it was taken
     */
    public boolean offer(int hops) {
        for (int hop = 1; hop < hops; hop++) {
            if (state[cell(walk.slot(hop - 1), walk.slot(hop))] == FORBIDDEN) {
                return false;
            }
        }
        int count = 0;
        for (int hop = 1; hop < hops; hop++) {
            int held = walk.slot(hop - 1);
            int wanted = walk.slot(hop);
            int cell = cell(held, wanted);
            if (state[cell] == PRESENT) {
                continue;
            }
            if (!orderBefore(held, wanted)) {
                for (int i = 0; i < count; i++) {
                    state[added[i]] = 0;
                }
                if (count == 0 || !orderBefore(held, wanted)) {
                    state[cell] = FORBIDDEN; // even without the rest of this path
                }
                return false;
            }
            state[cell] = PRESENT;
            added[count++] = cell;
        }
        return true;
    }

    private int cell(int held, int wanted) {
        return rowStart[held] + wanted - graph.firstSlot(graph.peer(held));
    }

    /**
     * Reorders so that one channel comes before another.
     *
     * @return false when that is impossible: the second already leads to the first
     */
    private boolean orderBefore(int held, int wanted) {
        if (held == wanted) {
            return false;
        }
        if (order[held] < order[wanted]) {
            return true;
        }
        stamp++;
        int forward = searchForward(wanted, order[held], held);
        if (forward < 0) {
            return false;
        }
        int all = searchBackward(held, order[wanted], forward);
        reorder(forward, all);
        return true;
    }

    /**
     * Collects the channels that a channel leads to, up to a place in the order.
     *
     * @return how many were found; -1 when the target is among them
     */
    private int searchForward(int from, int lastPlace, int target) {
        int tail = 0;
        found[tail++] = from;
        mark[from] = stamp;
        for (int head = 0; head < tail; head++) {
            int slot = found[head];
            int first = graph.firstSlot(graph.peer(slot));
            for (int cell = rowStart[slot]; cell < rowStart[slot + 1]; cell++) {
                int next = first + cell - rowStart[slot];
                if (state[cell] != PRESENT || mark[next] == stamp || order[next] > lastPlace) {
                    continue;
                }
                if (next == target) {
                    return -1;
                }
                mark[next] = stamp;
                found[tail++] = next;
            }
        }
        return tail;
    }

    /**
     * Collects the channels that lead to a channel, down to a place in the order; appends them to those found already.
     */
    private int searchBackward(int from, int firstPlace, int already) {
        int tail = already;
        found[tail++] = from;
        mark[from] = stamp;
        for (int head = already; head < tail; head++) {
            int slot = found[head];
            int sender = graph.peer(walk.reverse(slot));
            for (int back = graph.firstSlot(sender); back < graph.firstSlot(sender + 1); back++) {
                int before = walk.reverse(back);
                if (state[cell(before, slot)] == PRESENT && mark[before] != stamp && order[before] >= firstPlace) {
                    mark[before] = stamp;
                    found[tail++] = before;
                }
            }
        }
        return tail;
    }

    /** Gives the places of all found channels to the backward ones first, each kind keeping its own order. */
    private void reorder(int forward, int all) {
        for (int i = 0; i < all; i++) {
            places[i] = order[found[i]];
        }
        long[] byOrder = new long[all];
        for (int i = 0; i < all; i++) {
            long kind = i < forward ? 1L << 62 : 0;
            byOrder[i] = kind | (long) order[found[i]] << 31 | found[i];
        }
        Arrays.sort(byOrder);
        Arrays.sort(places, 0, all);
        for (int i = 0; i < all; i++) {
            order[(int) (byOrder[i] & Integer.MAX_VALUE)] = places[i];
        }
    }
}
