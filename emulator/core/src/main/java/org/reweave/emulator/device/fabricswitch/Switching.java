package org.reweave.emulator.device.fabricswitch;

import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;

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
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    /** The one with a name; there must be one. */
    public static Switching labelled(String label) {
        return valueOf(label.toUpperCase(Locale.ROOT).replace('-', '_'));
    }

    /** All names. */
    public static List<String> labels() {
        return Stream.of(values()).map(Switching::label).toList();
    }
}
