package org.reweave.emulator.stats;

/** Why a packet was lost. The order is part of the fingerprint; append only. */
public enum DropCause {
    /** The packet was on the wire of a link when the link failed, or was sent into a dead link. */
    ON_WIRE("on-wire"),
    /** A failing link cut the packet in two; the packet's remains are dropped where they end. */
    CUT("cut"),
    /** The packet was in the output buffer of a port whose link failed. */
    OUTPUT_LOST("output-lost"),
    /** The packet was at the head of an input queue, routed to a port whose link is down. */
    DEAD_OUTPUT("dead-output"),
    /** The tables of the switch have no way to the packet's destination. */
    UNREACHABLE("unreachable"),
    /** The packet was inside a switch that failed. */
    DEVICE_FAILURE("device-failure"),
    /** The reconfiguration scheme's own rule discarded the packet. */
    SCHEME("scheme"),
    /** The packet crossed more switches than any path may: a livelock. */
    HOP_LIMIT("hop-limit");

    private static final DropCause[] VALUES = values();
    private final String label;

    DropCause(String label) {
        this.label = label;
    }

    /** Name of the cause in results. */
    public String label() {
        return label;
    }

    public static DropCause of(int ordinal) {
        return VALUES[ordinal];
    }

    public static int count() {
        return VALUES.length;
    }
}
