package org.reweave.routing.verify;

import it.unimi.dsi.fastutil.ints.IntSet;
import java.util.Arrays;

/** Finds a cycle in a directed graph of dependencies. */
final class CycleSearch {
    /** The graph, its nodes numbered from 0. */
    interface Graph {
        int nodeCount();

        /**
         * The successors of a node lie in places of a row, some of which may be empty.
         *
         * @return the first place from the given one on that has a successor, or -1
         */
        int place(int node, int from);

        /** The successor in a place. */
        int successor(int node, int place);

        /** @param successors of each node; null = none */
        static Graph of(IntSet[] successors) {
            int[][] rows = new int[successors.length][];
            for (int node = 0; node < rows.length; node++) {
                rows[node] = successors[node] == null ? new int[0] : successors[node].toIntArray();
                Arrays.sort(rows[node]);
            }
            return new Graph() {
                @Override
                public int nodeCount() {
                    return rows.length;
                }

                @Override
                public int place(int node, int from) {
                    return from < rows[node].length ? from : -1;
                }

                @Override
                public int successor(int node, int place) {
                    return rows[node][place];
                }
            };
        }
    }

    private final Graph graph;

    private CycleSearch(Graph graph) {
        this.graph = graph;
    }

    /**
     * A cycle of nodes, each one's successor being the next and the last one's the first; empty when there is none. Of
     * the cycles through the first closing edge that a depth-first search meets (nodes in ascending order), the
     * shortest.
     */
    static int[] cycle(Graph graph) {
        CycleSearch search = new CycleSearch(graph);
        int[] closing = search.closingEdge();
        if (closing == null) {
            return new int[0];
        }
        int[] before = search.shortestPaths(closing[1], closing[0]);
        int[] cycle = new int[graph.nodeCount()];
        int first = cycle.length;
        for (int node = closing[0]; node != closing[1]; node = before[node]) {
            cycle[--first] = node;
        }
        cycle[--first] = closing[1];
        return Arrays.copyOfRange(cycle, first, cycle.length);
    }

    /** @return an edge {from, to} that closes a cycle, or null */
    private int[] closingEdge() {
        byte[] colour = new byte[graph.nodeCount()]; // 0 new, 1 on the stack, 2 done
        int[] stack = new int[graph.nodeCount()];
        int[] next = new int[graph.nodeCount()]; // the place at which to go on in a stacked node's row
        for (int root = 0; root < colour.length; root++) {
            if (colour[root] != 0 || graph.place(root, 0) < 0) {
                continue;
            }
            int depth = 0;
            stack[0] = root;
            colour[root] = 1;
            while (depth >= 0) {
                int node = stack[depth];
                int place = graph.place(node, next[node]);
                if (place < 0) {
                    colour[node] = 2;
                    depth--;
                    continue;
                }
                next[node] = place + 1;
                int wanted = graph.successor(node, place);
                if (colour[wanted] == 1) {
                    return new int[] {node, wanted};
                }
                if (colour[wanted] == 0) {
                    colour[wanted] = 1;
                    stack[++depth] = wanted;
                }
            }
        }
        return null;
    }

    /**
     * Breadth-first search.
     *
     * @return [node] its predecessor on a shortest way; meaningful for what was found before {@code to}
     */
    private int[] shortestPaths(int from, int to) {
        int[] before = new int[graph.nodeCount()];
        Arrays.fill(before, -1);
        int[] queue = new int[before.length];
        int tail = 0;
        queue[tail++] = from;
        before[from] = from;
        for (int head = 0; head < tail && before[to] < 0; head++) {
            int node = queue[head];
            for (int place = graph.place(node, 0); place >= 0; place = graph.place(node, place + 1)) {
                int wanted = graph.successor(node, place);
                if (before[wanted] < 0) {
                    before[wanted] = node;
                    queue[tail++] = wanted;
                }
            }
        }
        return before;
    }
}
