package org.reweave.routing.kns;

import java.util.Arrays;

/**
 * Chooses the intermediate nodes of a pair of routers whose Hybrid-DOR path has a fault.
 *
 * <p>R1: the source reaches the first; R2: each reaches the next; R3: the last reaches the destination; reaching means
 * a fault-free Hybrid-DOR path. Of the lists within the bound the one of fewest hops is taken, so that a minimal path
 * with more intermediates beats a longer one with fewer; then the one of fewest intermediates; then each intermediate
 * in turn by {@link Ties}. Source: KNS §4.1, §4.2. Deviation: the paper prefers minimal paths and does not rank longer
 * ones; we take the shortest of them. Not thread-safe.
 */
public final class IntermediateNodes {
    /** Largest number of intermediates in a list, since packet headers and virtual lanes are bounded. */
    public static final int MAX = 4;

    private static final int NEVER = Integer.MAX_VALUE / 2;

    private final KnsGrid grid;
    private final KnsReach reach;
    private final int max;
    private final Ties ties;
    private final int[] chosen = new int[MAX];
    private final int[] nodes; // those a search is confined to
    private final int[][] left; // [sub-paths][index into nodes] hops to the destination by at most so many sub-paths
    private int nodeCount;

    /** @param max intermediates at most, {@code 0..MAX} */
    public IntermediateNodes(KnsGrid grid, KnsReach reach, int max, Ties ties) {
        requireBound(max);
        this.grid = grid;
        this.reach = reach;
        this.max = max;
        this.ties = ties;
        this.nodes = new int[grid.routerCount()];
        this.left = new int[max + 2][grid.routerCount()];
    }

    /** @throws IllegalArgumentException when there may not be so many intermediates */
    public static void requireBound(int intermediates) {
        if (intermediates < 0 || intermediates > MAX) {
            throw new IllegalArgumentException("intermediates = " + intermediates + " is not in 0.." + MAX
                    + ": each needs a virtual lane and a place in the packet's header");
        }
    }

    /**
     * Chooses for a pair of routers.
     *
     * @return how many intermediates, to be read by {@link #intermediate}; 0 when the pair needs none, -1 when the
     *     bound is too low
     */
    public int choose(int source, int destination) {
        int needed = reach.needed(source, destination, max);
        if (needed == 0 || needed > max) {
            return needed == 0 ? 0 : -1;
        }
        int minimal = grid.distance(source, destination);
        int single = needed > 1 ? -1 : minimalSingle(source, destination, minimal);
        if (single >= 0) {
            chosen[0] = single;
            return 1;
        }
        single = needed > 1 ? -1 : shortestSingle(source, destination);
        int hops = single < 0
                ? (max + 1) * grid.n() + 1
                : grid.distance(source, single) + grid.distance(single, destination);
        for (int shorter = minimal; max > 1 && shorter < hops; shorter++) {
            // A minimal path through two dimensions has one turn, so one intermediate; within one row a hop more would
            // cross the same links.
            boolean possible = shorter == minimal ? minimal > 2 : minimal > 1 || shorter > 2;
            int count = possible ? search(source, destination, shorter) : -1;
            if (count >= 0) {
                return count;
            }
        }
        chosen[0] = single;
        return 1;
    }

    /** @param index {@code 0..n-1} with n from the last {@link #choose} */
    public int intermediate(int index) {
        return chosen[index];
    }

    /**
     * Hops of a list of the last {@link #choose}: networks of rows crossed.
     *
     * @param count as it returned
     */
    public int hops(int source, int destination, int count) {
        int hops = 0;
        int at = source;
        for (int i = 0; i < count; i++) {
            hops += grid.distance(at, chosen[i]);
            at = chosen[i];
        }
        return hops + grid.distance(at, destination);
    }

    /**
     * The intermediate of a path that is as short as without faults: every coordinate is the source's or the
     * destination's.
     */
    private int minimalSingle(int source, int destination, int minimal) {
        int best = -1;
        long key = ties.key(grid, source, destination);
        for (int corner = 1; corner < (1 << minimal) - 1; corner++) {
            int node = source;
            int differing = 0;
            for (int d = 0; d < grid.n(); d++) {
                int there = grid.coordinate(destination, d);
                if (there != grid.coordinate(source, d) && (corner >> differing++ & 1) != 0) {
                    node = grid.with(node, d, there);
                }
            }
            boolean good = reach.reaches(source, node) && reach.reaches(node, destination);
            best = good && (best < 0 || ties.before(grid, key, node, best)) ? node : best;
        }
        return best;
    }

    private int shortestSingle(int source, int destination) {
        int best = -1;
        int bestHops = NEVER;
        long key = ties.key(grid, source, destination);
        for (int i = reach.nextBetween(source, destination, 0);
                i >= 0;
                i = reach.nextBetween(source, destination, i + 1)) {
            int hops = grid.distance(source, i) + grid.distance(i, destination);
            if (hops < bestHops || hops == bestHops && ties.before(grid, key, i, best)) {
                best = i;
                bestHops = hops;
            }
        }
        return best;
    }

    /** Restricts the search to routers on ways of at most this many hops. */
    private void confine(int source, int destination, int hops) {
        nodeCount = 0;
        for (int r = 0; r < grid.routerCount(); r++) {
            if (grid.distance(source, r) + grid.distance(r, destination) <= hops) {
                nodes[nodeCount++] = r;
            }
        }
    }

    /** @return how many intermediates a way of at most so many hops has, or -1 when there is none */
    private int search(int source, int destination, int hops) {
        confine(source, destination, hops);
        for (int i = 0; i < nodeCount; i++) {
            left[1][i] = reach.reaches(nodes[i], destination) ? grid.distance(nodes[i], destination) : NEVER;
        }
        for (int paths = 2; paths <= max; paths++) {
            for (int i = 0; i < nodeCount; i++) {
                boolean asked = paths < max || reach.reaches(source, nodes[i]);
                int bound = hops - grid.distance(source, nodes[i]);
                left[paths][i] = asked ? relaxed(i, destination, paths, bound) : NEVER;
            }
        }
        for (int count = 1; count <= max; count++) {
            if (follow(source, destination, count, hops)) {
                return count;
            }
        }
        return -1;
    }

    private int relaxed(int i, int destination, int paths, int bound) {
        int best = left[paths - 1][i];
        int lowest = grid.distance(nodes[i], destination);
        for (int j = 0; j < nodeCount && best > lowest; j++) {
            if (left[paths - 1][j] <= bound && reach.reaches(nodes[i], nodes[j])) {
                best = Math.min(best, grid.distance(nodes[i], nodes[j]) + left[paths - 1][j]);
            }
        }
        return best;
    }

    /** Chooses from the source on, each intermediate in turn. */
    private boolean follow(int source, int destination, int count, int hops) {
        long key = ties.key(grid, source, destination);
        int at = source;
        int budget = hops;
        for (int c = 0; c < count; c++) {
            int best = -1;
            for (int j = 0; j < nodeCount; j++) {
                int node = nodes[j];
                boolean good = node != at
                        && reach.reaches(at, node)
                        && grid.distance(at, node) + left[count - c][j] <= budget
                        && (best < 0 || ties.before(grid, key, node, best));
                best = good ? node : best;
            }
            if (best < 0) {
                return false;
            }
            budget -= grid.distance(at, best);
            chosen[c] = best;
            at = best;
        }
        return true;
    }

    /**
     * The intermediates of the last {@link #choose}, copied.
     *
     * @param count as it returned
     */
    public int[] list(int count) {
        return Arrays.copyOf(chosen, Math.max(0, count));
    }
}
