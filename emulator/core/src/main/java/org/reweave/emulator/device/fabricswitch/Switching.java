package org.reweave.emulator.device.fabricswitch;

import java.util.List;
import org.reweave.emulator.device.Labels;

/** How much of a packet a switch must have before the packet may go on. */
public enum Switching {
    /** The head: it is routed when it comes, and goes on while the rest of the packet still arrives. */
    CUT_THROUGH,
    /** All of it: a packet is routed when its last flit has come. */
    STORE_AND_FORWARD,
    /** A flit: each goes on by itself, and a lane that a head has taken is the packet's until its tail has gone. */
    WORMHOLE;

    /** Name in scenarios. */
    public String label() {
        return Labels.of(this);
    }

    /** The one with a name; there must be one. */
    public static Switching labelled(String label) {
        return Labels.constant(Switching.class, label);
    }

    /** All names. */
    public static List<String> labels() {
        return Labels.of(Switching.class);
    }
}
