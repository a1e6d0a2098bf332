package org.reweave.emulator.stats;

import org.HdrHistogram.AbstractHistogram;
import org.HdrHistogram.Histogram;

/** Latencies of a whole run, in cycles: distributions over its measured packets, with percentiles within 1% and exact maxima, and the course of
 *  all delivered packets over time. */
public final class Latencies {
    private final Histogram network = new Histogram(2);
    private final Histogram total = new Histogram(2);
    private long longestNetwork;
    private long longestTotal;
    private final LatencySeries byDelivery = new LatencySeries();
    private final LatencySeries byGeneration = new LatencySeries();

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
        addOverTime(other.byDelivery, other.byGeneration);
    }

    /** Adds the course of what one NIC, or another sum of them, has received. */
    public void addOverTime(LatencySeries nicByDelivery, LatencySeries nicByGeneration) {
        byDelivery.add(nicByDelivery);
        byGeneration.add(nicByGeneration);
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

    /** A copy of the distribution from injection. */
    public Histogram networkHistogram() {
        return network.copy();
    }

    /** A copy of the distribution from generation. */
    public Histogram totalHistogram() {
        return total.copy();
    }

    /** Of all delivered packets, by the cycle of delivery. */
    public LatencySeries byDelivery() {
        return byDelivery;
    }

    /** Of all delivered packets, by the cycle of generation. */
    public LatencySeries byGeneration() {
        return byGeneration;
    }

    public long longestNetwork() {
        return longestNetwork;
    }

    public long longestTotal() {
        return longestTotal;
    }
}
