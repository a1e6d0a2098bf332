package org.reweave.emulator.device.fabricswitch;

import java.util.List;
import org.reweave.emulator.device.Labels;

/** How a sender knows that there is room in the buffer at the far end of its link. */
public enum FlowControl {
    /** It counts the room, and each freed unit is told to it. */
    CREDITS,
    /**
     * It sends until it is told to stop, and again when it is told to go on. Source: Dally and Towles, Principles and
     * Practices of Interconnection Networks, §13.3 (on/off flow control; stop and go).
     */
    ON_OFF;

    /** Name in scenarios. */
    public String label() {
        return Labels.of(this);
    }

    /** The one with a name; there must be one. */
    public static FlowControl labelled(String label) {
        return Labels.constant(FlowControl.class, label);
    }

    /** All names. */
    public static List<String> labels() {
        return Labels.of(FlowControl.class);
    }
}
