package org.reweave.emulator.stats;

import org.HdrHistogram.AbstractHistogram;
import org.HdrHistogram.Histogram;

/** Latencies of the measured packets of a whole run, in cycles. Percentiles are within 1%, maxima exact. */
public final class Latencies {
    private final Histogram network = new Histogram(2);
    private final Histogram total = new Histogram(2);
    private long longestNetwork;
    private long longestTotal;

    /** Adds what one NIC, or another sum of them, has measured. */
    public void add(
            AbstractHistogram nicNetwork, long nicLongestNetwork, AbstractHistogram nicTotal, long nicLongestTotal) {
        network.add(nicNetwork);
        total.add(nicTotal);
        longestNetwork = Math.max(longestNetwork, nicLongestNetwork);
        longestTotal = Math.max(longestTotal, nicLongestTotal);
    }

    public void add(Latencies other) {
        add(other.network, other.longestNetwork, other.total, other.longestTotal);
    }

    /** @param percent 0..100
     *  @return 0 when nothing was measured */
    public long network(double percent) {
        return network.getTotalCount() == 0 ? 0 : network.getValueAtPercentile(percent);
    }

    /** @param percent 0..100
     *  @return 0 when nothing was measured */
    public long total(double percent) {
        return total.getTotalCount() == 0 ? 0 : total.getValueAtPercentile(percent);
    }

    public long longestNetwork() {
        return longestNetwork;
    }

    public long longestTotal() {
        return longestTotal;
    }
}
