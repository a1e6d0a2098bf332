package org.reweave.emulator.device.fabricswitch;

import java.util.List;
import org.reweave.emulator.device.Labels;

/** Which of the lanes that are offered to a packet in a cycle it takes, in a wormhole switch. */
public enum LaneArbitration {
    /** The one with the most credits, and among equals the first in the routing's order. */
    CREDITS,
    /**
     * The first one, by port and lane, behind the one that the packet before it in its queue had: the accept phase of
     * iSLIP. Source: McKeown, The iSLIP scheduling algorithm for input-queued switches, §II.
     */
    TURN;

    /** Name in scenarios. */
    public String label() {
        return Labels.of(this);
    }

    /** The one with a name; there must be one. */
    public static LaneArbitration labelled(String label) {
        return Labels.constant(LaneArbitration.class, label);
    }

    /** All names. */
    public static List<String> labels() {
        return Labels.of(LaneArbitration.class);
    }
}
