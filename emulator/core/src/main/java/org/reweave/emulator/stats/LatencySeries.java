package org.reweave.emulator.stats;

import org.reweave.emulator.state.NarrowLongs;
import org.reweave.reconfig.state.StateVisitor;

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
    private final NarrowLongs cells = new NarrowLongs(); // of bins, and room for some more
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
        if (bin * COLUMNS >= cells.length()) {
            cells.resize(Math.min(MOST_BINS, Math.max(2 * bins, bin + 1)) * COLUMNS);
        }
        bins = Math.max(bins, bin + 1);
        return bin;
    }

    private void add(int bin, long count, long network, long total, long longestNetwork, long longestTotal) {
        int at = bin * COLUMNS;
        cells.set(at + COUNT, cells.get(at + COUNT) + count);
        cells.set(at + NETWORK, cells.get(at + NETWORK) + network);
        cells.set(at + TOTAL, cells.get(at + TOTAL) + total);
        cells.set(at + LONGEST_NETWORK, Math.max(cells.get(at + LONGEST_NETWORK), longestNetwork));
        cells.set(at + LONGEST_TOTAL, Math.max(cells.get(at + LONGEST_TOTAL), longestTotal));
    }

    /** Joins every two bins, in place: a pair moves to a bin that has been read already. */
    private void coarsen() {
        shift++;
        int fineBins = bins;
        bins = (fineBins + 1) / 2;
        for (int bin = 0; bin < fineBins; bin++) {
            long count = count(bin);
            long network = network(bin);
            long total = total(bin);
            long longestNetwork = longestNetwork(bin);
            long longestTotal = longestTotal(bin);
            for (int column = 0; column < COLUMNS; column++) {
                cells.set(bin * COLUMNS + column, 0);
            }
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
        return cells.get(bin * COLUMNS + COUNT);
    }

    /** Sum of latencies from injection. */
    public long network(int bin) {
        return cells.get(bin * COLUMNS + NETWORK);
    }

    /** Sum of latencies from generation. */
    public long total(int bin) {
        return cells.get(bin * COLUMNS + TOTAL);
    }

    public long longestNetwork(int bin) {
        return cells.get(bin * COLUMNS + LONGEST_NETWORK);
    }

    public long longestTotal(int bin) {
        return cells.get(bin * COLUMNS + LONGEST_TOTAL);
    }

    /** Sums are saved without the longest latency in them: in most bins there is nothing else. */
    public void visit(StateVisitor state) {
        shift = state.value(shift);
        bins = state.count(bins);
        if (shift < NARROWEST || shift >= Long.SIZE || bins > MOST_BINS) {
            throw new IllegalStateException(bins + " bins of 2 to the power of " + shift + " cycles; there are at most "
                    + MOST_BINS + ", not narrower than 2 to the power of " + NARROWEST);
        }
        if (state.isReading()) {
            cells.clear(bins * COLUMNS);
        }
        for (int bin = 0; bin < bins; bin++) {
            long count = state.value(count(bin));
            long network = state.value(network(bin) - longestNetwork(bin));
            long total = state.value(total(bin) - longestTotal(bin));
            long beyond = longestTotal(bin) - longestNetwork(bin);
            long longestNetwork = state.value(longestNetwork(bin));
            long longestTotal = longestNetwork + state.value(beyond);
            int at = bin * COLUMNS;
            cells.set(at + COUNT, count);
            cells.set(at + NETWORK, network + longestNetwork);
            cells.set(at + TOTAL, total + longestTotal);
            cells.set(at + LONGEST_NETWORK, longestNetwork);
            cells.set(at + LONGEST_TOTAL, longestTotal);
        }
    }
}
