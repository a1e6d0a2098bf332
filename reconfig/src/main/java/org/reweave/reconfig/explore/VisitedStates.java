package org.reweave.reconfig.explore;

import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.Arrays;

/**
 * Every state found so far, numbered from 0 in the order of finding, with the state that it was found from. A state is
 * a row of numbers, one for each part of a world, and kept whole: as the root of a binary tree over the row whose inner
 * nodes are pairs that states share (tree compression: A. Laarman, J. van de Pol, M. Weber, "Parallel Recursive State
 * Compression for Free", SPIN 2011). Two states that differ in one part share all nodes but those above it, so that a
 * state costs little more than its root, 8 bytes, wherever many are known.
 *
 * <p>A row and its tree are one array: the root is at 1, node {@code i} is above {@code 2 i} and {@code 2 i + 1}, and
 * the last half is the row itself, in any order that stays the same.
 */
final class VisitedStates {
    private static final int CHUNK_BITS = 16;
    private static final int CHUNK = 1 << CHUNK_BITS;

    private final int parts;
    private final int budget;
    private final long memory;
    private final Pairs nodes = new Pairs();
    private final Pairs roots = new Pairs();
    private int[][] parents = new int[16][];

    /**
     * @param parts numbers of a row, at least 2
     * @param budget more states than this are refused
     * @param memory bytes; states that need more are refused
     */
    VisitedStates(int parts, int budget, long memory) {
        this.parts = parts;
        this.budget = budget;
        this.memory = memory;
    }

    /**
     * States that need more than five eighths of Java's memory are refused: collectors keep a third for new objects.
     *
     * @param budget more states than this are refused
     */
    VisitedStates(int parts, int budget) {
        this(parts, budget, Runtime.getRuntime().maxMemory() / 8 * 5);
    }

    int count() {
        return roots.count();
    }

    /** Pairs that states share. */
    int nodeCount() {
        return nodes.count();
    }

    /** An array for a row and its tree. */
    int[] newTree() {
        return new int[2 * parts];
    }

    /** The place of a part's number in a tree. */
    int leaf(int part) {
        return parts + part;
    }

    /** Sets the nodes of a tree that are above the changed leaves, or above all leaves. */
    void rise(int[] tree, boolean[] changed) {
        for (int node = parts - 1; node > 1; node--) {
            if (changed[2 * node] || changed[2 * node + 1]) {
                tree[node] = nodes.number(tree[2 * node], tree[2 * node + 1]);
                changed[node] = true;
            }
        }
    }

    /**
     * Adds a state unless it is there.
     *
     * @param tree whose nodes are set
     * @return its number if it is new, else {@code -1 - number}
     */
    int add(int[] tree, int from) {
        boolean mayBeRefused = count() == budget || (count() & CHUNK - 1) == 0;
        if (mayBeRefused && !roots.contains(tree[2], tree[3])) {
            checkRoom();
        }
        int found = roots.add(tree[2], tree[3]);
        if (found < 0) {
            return found;
        }
        setParent(found, from);
        return found;
    }

    private void setParent(int state, int from) {
        int chunk = state >> CHUNK_BITS;
        if (chunk == parents.length) {
            parents = Arrays.copyOf(parents, 2 * chunk);
        }
        if (parents[chunk] == null) {
            parents[chunk] = new int[CHUNK];
        }
        parents[chunk][state & CHUNK - 1] = from;
    }

    /** Refuses another state beyond the budget, or where memory may end before the next chunk of states does. */
    private void checkRoom() {
        int count = count();
        if (count == budget) {
            throw new StateBudgetException("more than " + budget
                    + " states; make the model smaller (packets, buffers, losses, faults) or raise its state budget");
        }
        long bytes = roots.bytes() + nodes.bytes() + (count + CHUNK) * (long) Integer.BYTES;
        if (bytes > memory) {
            throw new StateBudgetException("more than " + count + " states, which take " + (bytes >> 20) + " of "
                    + (memory >> 20) + " MB; give Java more memory (-Xmx) or make the model smaller");
        }
    }

    /** Sets the row and the nodes of a state. */
    void load(int state, int[] tree) {
        tree[2] = roots.left(state);
        tree[3] = roots.right(state);
        for (int node = 2; node < parts; node++) {
            tree[2 * node] = nodes.left(tree[node]);
            tree[2 * node + 1] = nodes.right(tree[node]);
        }
    }

    /** The state that this one was found from; -1 = the first. */
    int parent(int state) {
        return parents[state >> CHUNK_BITS][state & CHUNK - 1];
    }

    /** How many steps are between the first state and this one. */
    int depth(int state) {
        int depth = 0;
        for (int at = state; parent(at) >= 0; at = parent(at)) {
            depth++;
        }
        return depth;
    }

    /** Writes the states that were found between two moments. */
    void write(SearchMoment from, SearchMoment to, DataOutput into) throws IOException {
        nodes.write(from.nodes(), to.nodes(), into);
        roots.write(from.states(), to.states(), into);
        for (int state = from.states(); state < to.states(); state++) {
            into.writeInt(parent(state));
        }
    }

    /**
     * Adds the states that were found between two moments.
     *
     * @throws StateBudgetException when they are more than the budget
     */
    void read(SearchMoment from, SearchMoment to, DataInput data) throws IOException {
        if (to.states() > budget) {
            throw new StateBudgetException(
                    to.states() + " states are kept, more than " + budget + "; raise the budget");
        }
        nodes.read(to.nodes(), data);
        roots.read(to.states(), data);
        for (int state = from.states(); state < to.states(); state++) {
            setParent(state, data.readInt());
        }
    }
}
