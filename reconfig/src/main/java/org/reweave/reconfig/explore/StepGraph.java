package org.reweave.reconfig.explore;

import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Deque;
import java.util.List;

/**
 * Every mandatory step from state to state, where it must be known which states cannot reach an end, or which a run can
 * visit again for ever. States are closed in the order of their numbers.
 */
final class StepGraph {
    private int[] firstEdge = new int[1024];
    private int[] edges = new int[4096];
    private final BitSet byTimer = new BitSet(); // edges
    private boolean[] isEnd = new boolean[1024];
    private int states;
    private int edgeCount;

    /**
     * A step from the state that is open leads to another.
     *
     * @param timer whether it is that a switch's timer runs out
     */
    void follows(int next, boolean timer) {
        if (edgeCount == edges.length) {
            edges = Arrays.copyOf(edges, 2 * edgeCount);
        }
        edges[edgeCount] = next;
        byTimer.set(edgeCount++, timer);
    }

    /** All steps from the open state are known. */
    void close(boolean end) {
        if (states + 1 >= firstEdge.length) {
            firstEdge = Arrays.copyOf(firstEdge, 2 * firstEdge.length);
            isEnd = Arrays.copyOf(isEnd, firstEdge.length);
        }
        isEnd[states] = end;
        states++;
        firstEdge[states] = edgeCount;
    }

    int size() {
        return edgeCount;
    }

    /** The first state from which no end can be reached, or -1. */
    int firstWithoutEnd() {
        boolean[] reaches = Arrays.copyOf(isEnd, states);
        boolean grows = true;
        while (grows) {
            grows = false;
            for (int state = states - 1; state >= 0; state--) {
                if (!reaches[state] && anyReaches(state, reaches)) {
                    reaches[state] = true;
                    grows = true;
                }
            }
        }
        for (int state = 0; state < states; state++) {
            if (!reaches[state]) {
                return state;
            }
        }
        return -1;
    }

    /** A state that a run can come back to for ever, although no timer of a switch runs out; -1 = there is none. */
    int recurring() {
        boolean[] finite = new boolean[states]; // every way on from here comes to its end
        boolean grows = true;
        while (grows) {
            grows = false;
            for (int state = states - 1; state >= 0; state--) {
                if (!finite[state] && after(state, finite) < 0) {
                    finite[state] = true;
                    grows = true;
                }
            }
        }
        int state = 0;
        while (state < states && finite[state]) {
            state++;
        }
        if (state == states) {
            return -1;
        }
        BitSet seen = new BitSet();
        while (!seen.get(state)) {
            seen.set(state);
            state = after(state, finite);
        }
        return state;
    }

    /** The first successor of a state, other than by a timer, outside of a set; -1 = there is none. */
    private int after(int state, boolean[] but) {
        for (int edge = firstEdge[state]; edge < firstEdge[state + 1]; edge++) {
            if (!byTimer.get(edge) && !but[edges[edge]]) {
                return edges[edge];
            }
        }
        return -1;
    }

    /**
     * The first state of a cycle of a run that cannot end: a set of states that the run never leaves and that each lead
     * to all others.
     *
     * @param state one from which no end can be reached
     */
    int endlessFrom(int state) {
        int from = state;
        while (true) {
            BitSet reached = reachedFrom(from);
            BitSet back = leadingTo(from, reached);
            int beyond = reached.stream()
                    .filter(other -> !back.get(other))
                    .findFirst()
                    .orElse(-1);
            if (beyond < 0) {
                return reached.nextSetBit(0);
            }
            from = beyond; // it reaches fewer states: not the one we came from
        }
    }

    private BitSet reachedFrom(int state) {
        BitSet reached = new BitSet();
        Deque<Integer> open = new ArrayDeque<>(List.of(state));
        reached.set(state);
        while (!open.isEmpty()) {
            int next = open.pop();
            for (int edge = firstEdge[next]; edge < firstEdge[next + 1]; edge++) {
                if (!reached.get(edges[edge])) {
                    reached.set(edges[edge]);
                    open.push(edges[edge]);
                }
            }
        }
        return reached;
    }

    private BitSet leadingTo(int state, BitSet among) {
        BitSet leading = new BitSet();
        leading.set(state);
        boolean grows = true;
        while (grows) {
            grows = false;
            for (int other = among.length() - 1; other >= 0; other = among.previousSetBit(other - 1)) {
                for (int edge = firstEdge[other]; edge < firstEdge[other + 1] && !leading.get(other); edge++) {
                    if (leading.get(edges[edge])) {
                        leading.set(other);
                        grows = true;
                    }
                }
            }
        }
        return leading;
    }

    private boolean anyReaches(int state, boolean[] reaches) {
        for (int edge = firstEdge[state]; edge < firstEdge[state + 1]; edge++) {
            if (reaches[edges[edge]]) {
                return true;
            }
        }
        return false;
    }
}
