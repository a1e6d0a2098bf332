package org.reweave.routing.kns;

import java.util.Arrays;

/**
 * Which routers reach which by a fault-free Hybrid-DOR path, as one bit per ordered pair in both directions, and how
 * many intermediate nodes a pair needs. Every router reaches itself. Reused from set of faults to set; not thread-safe.
 *
 * <p>The path from x to y crosses dimension d between (y_0 .. y_{d-1}, x_d .. x_{n-1}) and (y_0 .. y_d, x_{d+1} ..
 * x_{n-1}), so a broken link costs 2 (k-1) k^(n-1) pairs, found by their coordinates; no path is walked. Source: KNS
 * §4.1, T_RS and T_D.
 */
public final class KnsReach {
    private final KnsGrid grid;
    private final int routers;
    private final int words;
    private final long[] from; // [x * words ..] bit y: x reaches y
    private final long[] to; // [y * words ..] bit x: x reaches y
    private final long[][]
            level; // [c][x * words ..] bit y: by at most c intermediate nodes, c >= 1; rows filled when asked for
    private final int[][] stamp; // [c][x] the set of faults the row is of
    private int current;

    /** @param maxIntermediates the most that {@link #needed} will be asked for */
    public KnsReach(KnsGrid grid, int maxIntermediates) {
        this.grid = grid;
        this.routers = grid.routerCount();
        this.words = (routers + 63) / 64;
        this.from = new long[routers * words];
        this.to = new long[routers * words];
        this.level = new long[Math.max(0, maxIntermediates - 1) + 1][];
        this.stamp = new int[level.length][];
        for (int c = 1; c < level.length; c++) {
            level[c] = new long[routers * words];
            stamp[c] = new int[routers];
        }
    }

    /** Turns to a set of faults. */
    public void set(BrokenLinks broken) {
        current++;
        Arrays.fill(from, -1);
        Arrays.fill(to, -1);
        if (routers % 64 != 0) {
            long last = -1L >>> (64 - routers % 64);
            for (int r = 0; r < routers; r++) {
                from[r * words + words - 1] = last;
                to[r * words + words - 1] = last;
            }
        }
        for (int i = 0; i < broken.count(); i++) {
            cut(broken.place(i) / grid.n(), broken.place(i) % grid.n());
        }
    }

    private void cut(int router, int dimension) {
        int above = grid.weight(dimension); // destinations that share the coordinates up to this dimension
        int row = above * grid.k();
        int rowStart = router / row * row; // the first of those that share the coordinates below it
        int own = router / above * above;
        int mine = grid.coordinate(router, dimension);
        for (int lower = router % row; lower < routers; lower += row) {
            // `lower` has the router's coordinates from this dimension on: its packets would leave through the link
            cut(lower, rowStart, own);
            cut(lower, own + above, rowStart + row);
            for (int x = 0; x < grid.k(); x++) {
                if (x != mine) { // its packets would come in through the link
                    cut(lower + (x - mine) * above, own, own + above);
                }
            }
        }
    }

    /** The source reaches none of the destinations {@code first..end-1}. */
    private void cut(int source, int first, int end) {
        for (int y = first; y < end; y++) {
            from[source * words + (y >> 6)] &= ~(1L << y);
            to[y * words + (source >> 6)] &= ~(1L << source);
        }
    }

    /** There is a fault-free Hybrid-DOR path. */
    public boolean reaches(int source, int destination) {
        return (from[source * words + (destination >> 6)] >> destination & 1) != 0;
    }

    /**
     * The fewest intermediate nodes between two routers.
     *
     * @return {@code 0..max}, or max + 1 when so many are not enough
     */
    public int needed(int source, int destination, int max) {
        if (reaches(source, destination)) {
            return 0;
        }
        for (int c = 1; c <= max; c++) {
            if (meets(c == 1 ? from : level(c - 1, source), source, destination)) {
                return c;
            }
        }
        return max + 1;
    }

    private boolean meets(long[] rows, int source, int destination) {
        for (int w = 0; w < words; w++) {
            if ((rows[source * words + w] & to[destination * words + w]) != 0) {
                return true;
            }
        }
        return false;
    }

    /** The rows of what is reached by at most so many intermediate nodes, that of the source being filled in. */
    private long[] level(int intermediates, int source) {
        long[] rows = level[intermediates];
        if (stamp[intermediates][source] == current) {
            return rows;
        }
        stamp[intermediates][source] = current;
        long[] before = intermediates == 1 ? from : level(intermediates - 1, source);
        int base = source * words;
        System.arraycopy(before, base, rows, base, words);
        for (int i = next(before, source, 0); i >= 0; i = next(before, source, i + 1)) {
            for (int w = 0; w < words; w++) {
                rows[base + w] |= from[i * words + w];
            }
        }
        return rows;
    }

    /** @return the first destination from a number on that the source does not reach, or -1 */
    public int nextCut(int source, int first) {
        for (int w = first >> 6; w < words; w++) {
            long cut = ~from[source * words + w] & (w == first >> 6 ? -1L << first : -1L);
            if (cut != 0) {
                int found = w * 64 + Long.numberOfTrailingZeros(cut);
                return found < routers ? found : -1;
            }
        }
        return -1;
    }

    /** @return the first router from a number on that the source reaches and that reaches the destination, or -1 */
    int nextBetween(int source, int destination, int first) {
        for (int w = first >> 6; w < words; w++) {
            long both = from[source * words + w] & to[destination * words + w] & (w == first >> 6 ? -1L << first : -1L);
            if (both != 0) {
                return w * 64 + Long.numberOfTrailingZeros(both);
            }
        }
        return -1;
    }

    private int next(long[] rows, int source, int first) {
        for (int w = first >> 6; w < words; w++) {
            long set = rows[source * words + w] & (w == first >> 6 ? -1L << first : -1L);
            if (set != 0) {
                return w * 64 + Long.numberOfTrailingZeros(set);
            }
        }
        return -1;
    }
}
