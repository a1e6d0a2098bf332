package org.reweave.emulator.stats;

/**
 * The counters that every device keeps from the start of a run. Integers only, so that sums do not depend on their
 * order.
 */
public enum Counter {
    /** Packets of the messages that NICs' generators made. */
    GENERATED,
    /** Packets put on a NIC's link: those, copies of them that are sent again, and acknowledgements. */
    INJECTED,
    INJECTED_FLITS,
    /** Packets of any kind that came whole to the NIC they were for. */
    DELIVERED,
    /** Flits of the delivered packets of data, without duplicates. */
    DELIVERED_FLITS,
    /**
     * Sums over delivered packets of data, without duplicates, in cycles: from injection, and from generation, to the
     * last flit.
     */
    NETWORK_LATENCY,
    TOTAL_LATENCY,
    /** Sum over the same packets of the switches they crossed. */
    HOPS,
    /**
     * Delivered packets of data, without duplicates, that were generated after the warm-up, and the same sums over
     * them.
     */
    MEASURED,
    MEASURED_NETWORK_LATENCY,
    MEASURED_TOTAL_LATENCY,
    MEASURED_HOPS,
    /** Flits put on links between switches. */
    FLIT_HOPS,
    /**
     * Data packets sent to and received from links, this device's share; their difference over all devices is what is
     * on the wires.
     */
    RUNS_SENT,
    RUNS_ARRIVED,
    SMPS_SENT,
    SMPS_ARRIVED,
    /** SMPs lost: dead link, full queue, or no way to go. */
    SMPS_LOST,
    DROPPED,
    GENERATED_FLITS,
    /** Delivered packets of data, without duplicates. */
    DATA_DELIVERED,
    /**
     * Messages that generators made; those handed over whole and in order; those that a NIC has given up; those from a
     * NIC to itself, which are in none of the others.
     */
    MESSAGES_GENERATED,
    MESSAGES_DELIVERED,
    MESSAGES_UNDELIVERED,
    MESSAGES_LOCAL,
    /** Sum over delivered messages, in cycles: from generation to being handed over. */
    MESSAGE_LATENCY,
    /** Delivered messages that were generated after the warm-up, and the same sum over them. */
    MEASURED_MESSAGES,
    MEASURED_MESSAGE_LATENCY,
    /** Copies sent again. */
    RETRANSMITTED,
    /** Delivered packets of data that had come before. */
    DUPLICATES,
    /** Delivered packets of data before an earlier one of their flow (end-to-end), or after a later one (else). */
    OUT_OF_ORDER,
    /** Packets discarded because the reorder buffer was full. */
    REORDER_OVERFLOWS,
    /** Acknowledgements put on a link, delivered, and omitted because too many were waiting. */
    ACKS_SENT,
    ACKS_DELIVERED,
    ACKS_UNSAID,
    /** Separators put on links and taken from them, this device's share. */
    SEPARATORS_SENT,
    SEPARATORS_ARRIVED,
    /**
     * Heads of a switch's queues that were kept from their output until a separator had gone out there, and the sum of
     * these times in cycles. Waits that end with the switch's own failure are not counted.
     */
    SEPARATOR_WAITS,
    SEPARATOR_WAIT;

    private static final Counter[] VALUES = values();

    /** Counters in the fingerprint: those before the first one that came when fingerprints had been published. */
    static final int IN_FINGERPRINT = SEPARATOR_WAITS.ordinal();

    public static int count() {
        return VALUES.length;
    }
}
