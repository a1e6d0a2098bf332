package org.reweave.emulator.placement;

import java.util.Arrays;
import java.util.TreeSet;

/**
 * Divides a graph into two sides of given loads, with a small cost of the edges between them. The same graph is always
 * divided in the same way.
 *
 * <p>Source: Hendrickson and Leland, A multilevel algorithm for partitioning graphs, Supercomputing 1995; refinement by
 * Fiduccia and Mattheyses, A linear-time heuristic for improving network partitions, DAC 1982.
 */
final class GraphBisection {
    private static final int SMALL = 64; // vertices of a graph that is divided at once
    private static final int MOST_GROWN = 512; // vertices of a graph in which a side grows in reasonable time
    private static final int SEEDS = 8;
    private static final int PASSES = 8;
    private static final int TOLERANCE = 50; // a side's load may differ from its target by a part in so many

    private final LoadGraph graph;
    private final long target; // load of the left side
    private final long tolerance;
    private final boolean[] right; // by vertex
    private long leftLoad;
    private long cut;

    private GraphBisection(LoadGraph graph, long target, boolean[] right) {
        this.graph = graph;
        this.target = target;
        this.right = right;
        long heaviest = Arrays.stream(graph.load()).max().orElse(0);
        this.tolerance = Math.max((heaviest + 1) / 2, graph.totalLoad() / TOLERANCE);
        for (int vertex = 0; vertex < graph.size(); vertex++) {
            leftLoad += right[vertex] ? 0 : graph.load()[vertex];
            cut += right[vertex] ? cost(vertex, false) : 0;
        }
    }

    /**
     * Divides a graph.
     *
     * @param target load of the left side
     * @return by vertex, whether it is on the right
     */
    static boolean[] of(LoadGraph graph, long target) {
        if (graph.size() > SMALL) {
            int[] groupOf = new int[graph.size()];
            int groups = match(graph, groupOf, false);
            if (groups >= graph.size() * 9L / 10 && graph.size() > MOST_GROWN) {
                groups = match(graph, groupOf, true);
            }
            if (groups < graph.size() * 9L / 10) {
                boolean[] coarse = of(graph.merged(groupOf, groups), target);
                boolean[] right = new boolean[graph.size()];
                for (int vertex = 0; vertex < right.length; vertex++) {
                    right[vertex] = coarse[groupOf[vertex]];
                }
                return new GraphBisection(graph, target, right).refined().right;
            }
        }
        GraphBisection best = null;
        for (int i = 0; i < Math.min(SEEDS, graph.size()); i++) {
            GraphBisection grown = grown(graph, target, (int) ((long) i * graph.size() / SEEDS))
                    .refined();
            best = best == null || grown.isBetterThan(best) ? grown : best;
        }
        return best == null ? new boolean[0] : best.right;
    }

    /**
     * Pairs each vertex with the free neighbour that is dearest to cut off; returns the number of groups.
     *
     * @param joining whether a vertex without a free neighbour joins the group of another one; otherwise NICs, which
     *     have one neighbour only, remain alone when their switches are paired
     */
    private static int match(LoadGraph graph, int[] groupOf, boolean joining) {
        long most = Math.max(1, graph.totalLoad() / (SMALL / 2));
        long[] loads = new long[graph.size()]; // by group
        Arrays.fill(groupOf, -1);
        int groups = 0;
        for (int vertex = 0; vertex < graph.size(); vertex++) {
            if (groupOf[vertex] < 0) {
                int mate = mate(graph, vertex, groupOf, loads, most, joining);
                boolean joins = mate >= 0 && groupOf[mate] >= 0;
                groupOf[vertex] = joins ? groupOf[mate] : groups++;
                loads[groupOf[vertex]] += graph.load()[vertex];
                if (mate >= 0 && !joins) {
                    groupOf[mate] = groupOf[vertex];
                    loads[groupOf[vertex]] += graph.load()[mate];
                }
            }
        }
        return groups;
    }

    /**
     * The neighbour to be in one group with, a free one if there is one; -1 = none, or all groups would be too heavy.
     */
    private static int mate(LoadGraph graph, int vertex, int[] groupOf, long[] loads, long most, boolean joining) {
        int mate = -1;
        boolean isFree = false;
        long dearest = 0;
        for (int i = 0; i < graph.neighbours()[vertex].length; i++) {
            int other = graph.neighbours()[vertex][i];
            boolean free = groupOf[other] < 0;
            long load = free ? graph.load()[other] : loads[groupOf[other]];
            boolean better = free == isFree ? graph.cost()[vertex][i] > dearest : free;
            if ((free || joining) && better && graph.load()[vertex] + load <= most) {
                mate = other;
                isFree = free;
                dearest = graph.cost()[vertex][i];
            }
        }
        return mate;
    }

    /** The left side grows from one vertex, always by the vertex that lowers the cut most. */
    private static GraphBisection grown(LoadGraph graph, long target, int seed) {
        boolean[] right = new boolean[graph.size()];
        Arrays.fill(right, true);
        GraphBisection growing = new GraphBisection(graph, target, right);
        int next = seed;
        while (next >= 0 && growing.leftLoad + graph.load()[next] / 2 < target) {
            growing.move(next);
            next = -1;
            for (int vertex = 0; vertex < right.length; vertex++) {
                if (right[vertex] && (next < 0 || growing.gain(vertex) > growing.gain(next))) {
                    next = vertex;
                }
            }
        }
        return growing;
    }

    /** Cost of the edges from a vertex to one side. */
    private long cost(int vertex, boolean side) {
        long sum = 0;
        for (int i = 0; i < graph.neighbours()[vertex].length; i++) {
            sum += right[graph.neighbours()[vertex][i]] == side ? graph.cost()[vertex][i] : 0;
        }
        return sum;
    }

    /** Decrease of the cut when a vertex changes sides. */
    private long gain(int vertex) {
        return cost(vertex, !right[vertex]) - cost(vertex, right[vertex]);
    }

    private void move(int vertex) {
        cut -= gain(vertex);
        leftLoad += right[vertex] ? graph.load()[vertex] : -graph.load()[vertex];
        right[vertex] = !right[vertex];
    }

    private long imbalance() {
        return Math.max(0, Math.abs(leftLoad - target) - tolerance);
    }

    private boolean isBetterThan(GraphBisection other) {
        return imbalance() != other.imbalance() ? imbalance() < other.imbalance() : cut < other.cut;
    }

    private GraphBisection refined() {
        for (int pass = 0; pass < PASSES; pass++) {
            if (!improve()) {
                break;
            }
        }
        return this;
    }

    /** A vertex and what its move gains, in the order in which moves are tried. */
    private record Move(long gain, int vertex) implements Comparable<Move> {
        @Override
        public int compareTo(Move other) {
            int byGain = Long.compare(other.gain, gain);
            return byGain != 0 ? byGain : Integer.compare(vertex, other.vertex);
        }
    }

    /** Moves every vertex once at most, the best one first, and goes back to the best state on the way. */
    private boolean improve() {
        TreeSet<Move> moves = new TreeSet<>();
        long[] gains = new long[graph.size()];
        boolean[] moved = new boolean[graph.size()];
        for (int vertex = 0; vertex < gains.length; vertex++) {
            gains[vertex] = gain(vertex);
            moves.add(new Move(gains[vertex], vertex));
        }
        int[] done = new int[gains.length];
        int count = 0;
        int kept = 0;
        long bestCut = cut;
        long bestImbalance = imbalance();
        int patience = SMALL + gains.length / 20; // moves without an improvement
        while (count - kept < patience) {
            int vertex = next(moves);
            if (vertex < 0) {
                break;
            }
            moves.remove(new Move(gains[vertex], vertex));
            moved[vertex] = true;
            move(vertex);
            done[count++] = vertex;
            for (int other : graph.neighbours()[vertex]) {
                if (!moved[other]) {
                    moves.remove(new Move(gains[other], other));
                    gains[other] = gain(other);
                    moves.add(new Move(gains[other], other));
                }
            }
            if (imbalance() < bestImbalance || imbalance() == bestImbalance && cut < bestCut) {
                bestImbalance = imbalance();
                bestCut = cut;
                kept = count;
            }
        }
        for (int i = count - 1; i >= kept; i--) {
            move(done[i]);
        }
        return kept > 0;
    }

    /** The best move that does not spoil the balance; -1 = there is none. */
    private int next(TreeSet<Move> moves) {
        for (Move move : moves) {
            long load = graph.load()[move.vertex];
            long after = leftLoad + (right[move.vertex] ? load : -load) - target;
            if (Math.abs(after) <= tolerance || Math.abs(after) < Math.abs(leftLoad - target)) {
                return move.vertex;
            }
        }
        return -1;
    }
}
