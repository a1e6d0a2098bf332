package org.reweave.emulator.device.fabricswitch;

import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;

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
        return name().toLowerCase(Locale.ROOT);
    }

    /** The one with a name; there must be one. */
    public static LaneChoice labelled(String label) {
        return valueOf(label.toUpperCase(Locale.ROOT));
    }

    /** All names. */
    public static List<String> labels() {
        return Stream.of(values()).map(LaneChoice::label).toList();
    }
}
