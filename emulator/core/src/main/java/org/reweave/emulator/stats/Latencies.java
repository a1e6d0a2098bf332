package org.reweave.emulator.stats;

import org.HdrHistogram.AbstractHistogram;
import org.HdrHistogram.Histogram;
import org.reweave.reconfig.state.StateVisitor;

/**
 * Latencies of a whole run, in cycles: distributions over its measured packets, with percentiles within 1% and exact
 * maxima, and the course of all delivered packets over time.
 */
public final class Latencies {
    private final Histogram network = new Histogram(2);
    private final Histogram total = new Histogram(2);
    private final Histogram message = new Histogram(2);
    private long longestMessage;
    private long lastMessage = -1;
    private int reorderPeak;
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

    /**
     * Adds what one NIC, or another sum of them, knows of messages.
     *
     * @param nicLast cycle in which it handed over its last one
     */
    public void addMessages(AbstractHistogram nicMessage, long nicLongest, long nicLast, int nicReorderPeak) {
        message.add(nicMessage);
        longestMessage = Math.max(longestMessage, nicLongest);
        lastMessage = Math.max(lastMessage, nicLast);
        reorderPeak = Math.max(reorderPeak, nicReorderPeak);
    }

    public void add(Latencies other) {
        add(other.network, other.longestNetwork, other.total, other.longestTotal);
        addMessages(other.message, other.longestMessage, other.lastMessage, other.reorderPeak);
        addOverTime(other.byDelivery, other.byGeneration);
    }

    /** Adds the course of what one NIC, or another sum of them, has received. */
    public void addOverTime(LatencySeries nicByDelivery, LatencySeries nicByGeneration) {
        byDelivery.add(nicByDelivery);
        byGeneration.add(nicByGeneration);
    }

    /**
     * Percentile of message latency, in cycles: from the generation of a message to the handing over at its
     * destination.
     *
     * @param percent 0..100
     * @return 0 when nothing was measured
     */
    public long message(double percent) {
        return message.getTotalCount() == 0 ? 0 : message.getValueAtPercentile(percent);
    }

    public long longestMessage() {
        return longestMessage;
    }

    /**
     * Cycle in which the last message was handed over: with a trace, when the job was complete; -1 = there was none.
     */
    public long lastMessage() {
        return lastMessage;
    }

    /** Most packets at a time that waited in a NIC for an earlier one of their flow. */
    public int reorderPeak() {
        return reorderPeak;
    }

    /**
     * @param percent 0..100
     * @return 0 when nothing was measured
     */
    public long network(double percent) {
        return network.getTotalCount() == 0 ? 0 : network.getValueAtPercentile(percent);
    }

    /**
     * @param percent 0..100
     * @return 0 when nothing was measured
     */
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

    /** Latencies of all delivered packets over time, by the cycle of delivery. */
    public LatencySeries byDelivery() {
        return byDelivery;
    }

    /** Latencies of all delivered packets over time, by the cycle of generation. */
    public LatencySeries byGeneration() {
        return byGeneration;
    }

    public long longestNetwork() {
        return longestNetwork;
    }

    public long longestTotal() {
        return longestTotal;
    }

    /** Saves everything that was added, or restores it into an object to which nothing was added. */
    public void visit(StateVisitor state) {
        Histograms.visit(network, state);
        Histograms.visit(total, state);
        Histograms.visit(message, state);
        longestMessage = state.value(longestMessage);
        lastMessage = state.value(lastMessage);
        reorderPeak = state.value(reorderPeak);
        longestNetwork = state.value(longestNetwork);
        longestTotal = state.value(longestTotal);
        byDelivery.visit(state);
        byGeneration.visit(state);
    }
}
