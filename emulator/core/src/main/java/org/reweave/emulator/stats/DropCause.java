package org.reweave.emulator.stats;

/** Why a packet was lost. The order is part of the fingerprint; append only. */
public enum DropCause {
    /** On the wire of a link when it failed, or sent into a dead link. */
    ON_WIRE("on-wire"),
    /** Cut in two by a failing link; its remains are dropped where they end. */
    CUT("cut"),
    /** In the output buffer of a port whose link failed. */
    OUTPUT_LOST("output-lost"),
    /** At the head of an input queue, routed to a port whose link is down. */
    DEAD_OUTPUT("dead-output"),
    /** The tables of the switch have no way to its destination. */
    UNREACHABLE("unreachable"),
    /** Inside a switch that failed. */
    DEVICE_FAILURE("device-failure"),
    /** Discarded by the reconfiguration scheme's own rule. */
    SCHEME("scheme"),
    /** It crossed more switches than any path may: a livelock. */
    HOP_LIMIT("hop-limit");

    private static final DropCause[] VALUES = values();
    private final String label;

    DropCause(String label) {
        this.label = label;
    }

    /** As results name it. */
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
