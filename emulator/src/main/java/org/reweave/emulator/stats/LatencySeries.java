package org.reweave.emulator.stats;

import java.util.Arrays;
import org.reweave.emulator.state.StateVisitor;

/**
 * Latencies of packets over time, in bins of equal width: number, sums and maxima, in cycles. Memory is bounded:
 * whenever a time lies beyond the last bin, the width doubles. So it is a power of two, depends on the latest time
 * alone, and sums do not depend on their order.
 */
public final class LatencySeries {
    /** Bins at most; once the width has doubled, at least half of them are in use. */
    public static final int MOST_BINS = 512;

    private static final int NARROWEST = 6; // a width of 64 cycles
    private static final int COUNT = 0;
    private static final int NETWORK = 1;
    private static final int TOTAL = 2;
    private static final int LONGEST_NETWORK = 3;
    private static final int LONGEST_TOTAL = 4;
    private static final int COLUMNS = 5;

    private int shift = NARROWEST;
    private long[] cells = new long[0]; // of bins, and room for some more
    private int bins;

    /**
     * Adds a packet.
     *
     * @param time that it belongs to, in cycles
     * @param network latency from injection
     * @param total latency from generation
     */
    public void record(long time, long network, long total) {
        add(binOf(time), 1, network, total, network, total);
    }

    /** Adds everything in another series. */
    public void add(LatencySeries other) {
        while (shift < other.shift) {
            coarsen();
        }
        for (int bin = 0; bin < other.bins(); bin++) {
            if (other.count(bin) > 0) {
                add(
                        binOf((long) bin << other.shift),
                        other.count(bin),
                        other.network(bin),
                        other.total(bin),
                        other.longestNetwork(bin),
                        other.longestTotal(bin));
            }
        }
    }

    private int binOf(long time) {
        while (time >> shift >= MOST_BINS) {
            coarsen();
        }
        int bin = (int) (time >> shift);
        if (bin * COLUMNS >= cells.length) {
            cells = Arrays.copyOf(cells, Math.min(MOST_BINS, Math.max(2 * bins, bin + 1)) * COLUMNS);
        }
        bins = Math.max(bins, bin + 1);
        return bin;
    }

    private void add(int bin, long count, long network, long total, long longestNetwork, long longestTotal) {
        int at = bin * COLUMNS;
        cells[at + COUNT] += count;
        cells[at + NETWORK] += network;
        cells[at + TOTAL] += total;
        cells[at + LONGEST_NETWORK] = Math.max(cells[at + LONGEST_NETWORK], longestNetwork);
        cells[at + LONGEST_TOTAL] = Math.max(cells[at + LONGEST_TOTAL], longestTotal);
    }

    /** Joins every two bins, in place: a pair moves to a bin that has been read already. */
    private void coarsen() {
        shift++;
        int fineBins = bins;
        bins = (fineBins + 1) / 2;
        for (int bin = 0; bin < fineBins; bin++) {
            int at = bin * COLUMNS;
            long count = cells[at + COUNT];
            long network = cells[at + NETWORK];
            long total = cells[at + TOTAL];
            long longestNetwork = cells[at + LONGEST_NETWORK];
            long longestTotal = cells[at + LONGEST_TOTAL];
            Arrays.fill(cells, at, at + COLUMNS, 0);
            add(bin / 2, count, network, total, longestNetwork, longestTotal);
        }
    }

    /** Width of a bin in cycles; bin b holds the times from {@code b * width} on. */
    public long width() {
        return 1L << shift;
    }

    /** Number of bins up to the last one that holds something. */
    public int bins() {
        return bins;
    }

    /** Packets of a bin. */
    public long count(int bin) {
        return cells[bin * COLUMNS + COUNT];
    }

    /** Sum of latencies from injection. */
    public long network(int bin) {
        return cells[bin * COLUMNS + NETWORK];
    }

    /** Sum of latencies from generation. */
    public long total(int bin) {
        return cells[bin * COLUMNS + TOTAL];
    }

    public long longestNetwork(int bin) {
        return cells[bin * COLUMNS + LONGEST_NETWORK];
    }

    public long longestTotal(int bin) {
        return cells[bin * COLUMNS + LONGEST_TOTAL];
    }

    public void visit(StateVisitor state) {
        shift = state.value(shift);
        cells = state.array(state.isReading() ? cells : Arrays.copyOf(cells, bins * COLUMNS));
        bins = cells.length / COLUMNS;
    }
}
