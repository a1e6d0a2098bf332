package org.reweave.emulator.device.nic;

import org.HdrHistogram.IntCountsHistogram;
import org.reweave.emulator.link.Wire;
import org.reweave.emulator.stats.Counter;
import org.reweave.emulator.stats.DeviceLog;
import org.reweave.emulator.stats.Histograms;
import org.reweave.emulator.stats.Latencies;
import org.reweave.emulator.stats.LatencySeries;
import org.reweave.reconfig.state.StateVisitor;

/** Latencies of what a NIC takes in, in cycles. */
final class NicMeasures {
    private long from;
    private final DeviceLog log;
    private final IntCountsHistogram network = Histograms.latency();
    private final IntCountsHistogram total = Histograms.latency();
    private final IntCountsHistogram message = Histograms.latency();
    private final LatencySeries byDelivery = new LatencySeries();
    private final LatencySeries byGeneration = new LatencySeries(); // thesis §7.5.1
    private long longestNetwork;
    private long longestTotal;
    private long longestMessage;
    private long lastMessage = -1;

    /** @param from what is generated from this cycle on is measured */
    NicMeasures(long from, DeviceLog log) {
        this.from = from;
        this.log = log;
    }

    void from(long cycle) {
        from = cycle;
    }

    /** A packet of data that had not come before. */
    void packet(long route, int flits, long generated, long injected, long cycle) {
        int hops = Wire.hops(route);
        long networkCycles = cycle - injected;
        long totalCycles = cycle - generated;
        log.count(Counter.DATA_DELIVERED);
        log.count(Counter.DELIVERED_FLITS, flits);
        log.count(Counter.NETWORK_LATENCY, networkCycles);
        log.count(Counter.TOTAL_LATENCY, totalCycles);
        log.count(Counter.HOPS, hops);
        byDelivery.record(cycle, networkCycles, totalCycles);
        byGeneration.record(generated, networkCycles, totalCycles);
        if (generated >= from) {
            log.count(Counter.MEASURED);
            log.count(Counter.MEASURED_NETWORK_LATENCY, networkCycles);
            log.count(Counter.MEASURED_TOTAL_LATENCY, totalCycles);
            log.count(Counter.MEASURED_HOPS, hops);
            network.recordValue(networkCycles);
            total.recordValue(totalCycles);
            longestNetwork = Math.max(longestNetwork, networkCycles);
            longestTotal = Math.max(longestTotal, totalCycles);
        }
    }

    void message(long generated, long cycle) {
        long cycles = cycle - generated;
        log.count(Counter.MESSAGES_DELIVERED);
        log.count(Counter.MESSAGE_LATENCY, cycles);
        lastMessage = cycle;
        if (generated >= from) {
            log.count(Counter.MEASURED_MESSAGES);
            log.count(Counter.MEASURED_MESSAGE_LATENCY, cycles);
            message.recordValue(cycles);
            longestMessage = Math.max(longestMessage, cycles);
        }
    }

    void addTo(Latencies sum, int reorderPeak) {
        sum.add(network, longestNetwork, total, longestTotal);
        sum.addOverTime(byDelivery, byGeneration);
        sum.addMessages(message, longestMessage, lastMessage, reorderPeak);
    }

    void visit(StateVisitor state) {
        Histograms.visit(network, state);
        Histograms.visit(total, state);
        Histograms.visit(message, state);
        from = state.value(from);
        byDelivery.visit(state);
        byGeneration.visit(state);
        longestNetwork = state.value(longestNetwork);
        longestTotal = state.value(longestTotal);
        longestMessage = state.value(longestMessage);
        lastMessage = state.value(lastMessage);
    }
}
