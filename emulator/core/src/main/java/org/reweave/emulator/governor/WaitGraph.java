package org.reweave.emulator.governor;

import it.unimi.dsi.fastutil.ints.IntArrayList;
import it.unimi.dsi.fastutil.ints.IntOpenHashSet;
import java.util.Arrays;

/**
 * The wait-for graph of a cut. A waiting node is freed as soon as one of the nodes that it waits for is free; a node
 * without waits is free. Reused from cut to cut.
 */
final class WaitGraph {
    private static final int NONE = -1;

    private final boolean[] stuck; // by node: waits, and no free node among its waits is known so far
    private final int[] firstWait; // by node: its first wait, NONE if it has none
    private final int[] firstWaiter; // by node: the first wait for it
    private int[] from = new int[64]; // waits: who, for whom, the next of the same node, the next for the same node
    private int[] target = new int[64];
    private int[] nextWait = new int[64];
    private int[] nextWaiter = new int[64];
    private int waits;
    private final IntArrayList free = new IntArrayList();

    WaitGraph(int nodes) {
        this.stuck = new boolean[nodes];
        this.firstWait = new int[nodes];
        this.firstWaiter = new int[nodes];
        clear();
    }

    /** Removes all nodes and waits. */
    void clear() {
        Arrays.fill(stuck, false);
        Arrays.fill(firstWait, NONE);
        Arrays.fill(firstWaiter, NONE);
        waits = 0;
    }

    /** One of the ways that a node waits for. */
    void wait(int node, int wanted) {
        if (waits == from.length) {
            from = Arrays.copyOf(from, 2 * waits);
            target = Arrays.copyOf(target, 2 * waits);
            nextWait = Arrays.copyOf(nextWait, 2 * waits);
            nextWaiter = Arrays.copyOf(nextWaiter, 2 * waits);
        }
        stuck[node] = true;
        from[waits] = node;
        target[waits] = wanted;
        nextWait[waits] = firstWait[node];
        firstWait[node] = waits;
        nextWaiter[waits] = firstWaiter[wanted];
        firstWaiter[wanted] = waits++;
    }

    /** Marks a node as free: one of its ways is open. */
    void free(int node) {
        free.add(node);
    }

    /**
     * @return the nodes of a knot, each before those that it waits for unless they came before it; a cycle in waiting
     *     order; or empty. Of several knots it is one that the lowest node which never goes on leads to.
     */
    IntArrayList knot() {
        settle();
        for (int start = 0; start < stuck.length; start++) {
            if (stuck[start]) {
                return knot(start);
            }
        }
        return new IntArrayList();
    }

    /** Frees every node that has a way to a free one. */
    void settle() {
        for (int wait = 0; wait < waits; wait++) {
            if (!stuck[target[wait]]) {
                free.add(from[wait]);
            }
        }
        release();
    }

    /** Whether a node waits, and none of its ways has led to a free node when the graph was settled. */
    boolean isStuck(int node) {
        return stuck[node];
    }

    /** Frees nodes, then the nodes that wait for them, and so on. */
    private void release() {
        while (!free.isEmpty()) {
            int node = free.popInt();
            if (stuck[node]) {
                stuck[node] = false;
                for (int wait = firstWaiter[node]; wait != NONE; wait = nextWaiter[wait]) {
                    free.add(from[wait]);
                }
            }
        }
    }

    /** The nodes of a knot that a stuck node leads to: each of them leads to all the others and to nothing else. */
    private IntArrayList knot(int start) {
        int node = start;
        IntOpenHashSet passed = new IntOpenHashSet();
        while (passed.add(node)) {
            node = target[firstWait[node]];
        }
        IntArrayList reached = reached(node);
        for (int i = 0; i < reached.size(); i++) {
            IntArrayList fromThere = reached(reached.getInt(i));
            if (fromThere.size() < reached.size()) {
                reached = fromThere;
                i = -1;
            }
        }
        return reached;
    }

    /** A node and all that it leads to, nearest first. */
    private IntArrayList reached(int start) {
        IntArrayList reached = new IntArrayList(new int[] {start});
        IntOpenHashSet seen = new IntOpenHashSet(reached);
        for (int i = 0; i < reached.size(); i++) {
            for (int wait = firstWait[reached.getInt(i)]; wait != NONE; wait = nextWait[wait]) {
                if (seen.add(target[wait])) {
                    reached.add(target[wait]);
                }
            }
        }
        return reached;
    }
}
