package org.reweave.emulator.device.fabricswitch;

import java.util.List;
import org.reweave.emulator.device.Labels;

/** Which lanes of a link a packet may have. */
public enum LaneChoice {
    /** The one that SLtoVL names. */
    TABLE,
    /** Any of the class that SLtoVL names; on a link between a switch and a NIC any lane. See {@link LaneClasses}. */
    CLASS,
    /**
     * One of those that {@link #CLASS} allows: that of the packet's destination LID modulo their number. So each lane
     * is a queue by destination with a buffer and credits of its own.
     */
    DESTINATION;

    /** Name in scenarios. */
    public String label() {
        return Labels.of(this);
    }

    /** The one with a name; there must be one. */
    public static LaneChoice labelled(String label) {
        return Labels.constant(LaneChoice.class, label);
    }

    /** All names. */
    public static List<String> labels() {
        return Labels.of(LaneChoice.class);
    }
}
