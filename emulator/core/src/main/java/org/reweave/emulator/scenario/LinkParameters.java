package org.reweave.emulator.scenario;

import org.reweave.routing.model.LinkRate;

/**
 * How links behave unless the fabric's file says otherwise. Times in cycles.
 *
 * @param rate of links that have none of their own; null = one flit per cycle on every link, whatever the file says
 * @param useFileRates whether a rate in the fabric's file replaces {@code rate}
 * @param latency propagation between switches; at least 1
 * @param hostLatency propagation between a NIC and its switch; at least 1
 */
public record LinkParameters(LinkRate rate, boolean useFileRates, int latency, int hostLatency) {
    /** Whether every link carries one flit per cycle. */
    public boolean flitPerCycle() {
        return rate == null;
    }
}
