package org.reweave.emulator.stats;

/** What every device counts from the start of a run. Integers only, so that sums do not depend on their order. */
public enum Counter {
    /** Data packets that a NIC's generator made. */
    GENERATED,
    /** Data packets put on a NIC's link. */
    INJECTED,
    INJECTED_FLITS,
    DELIVERED,
    DELIVERED_FLITS,
    /** Sums over delivered packets, in cycles: from injection, and from generation, to the last flit. */
    NETWORK_LATENCY,
    TOTAL_LATENCY,
    /** Sum over delivered packets of the switches they crossed. */
    HOPS,
    /** Delivered packets that were generated after the warm-up, and the same sums over them. */
    MEASURED,
    MEASURED_NETWORK_LATENCY,
    MEASURED_TOTAL_LATENCY,
    MEASURED_HOPS,
    /** Flits put on links between switches. */
    FLIT_HOPS,
    /** Data packets sent to and received from links, this device's share; their difference over all devices is what is on the wires. */
    RUNS_SENT,
    RUNS_ARRIVED,
    SMPS_SENT,
    SMPS_ARRIVED,
    /** SMPs lost: dead link, full queue, or no way to go. */
    SMPS_LOST,
    DROPPED;

    private static final Counter[] VALUES = values();

    public static int count() {
        return VALUES.length;
    }
}
