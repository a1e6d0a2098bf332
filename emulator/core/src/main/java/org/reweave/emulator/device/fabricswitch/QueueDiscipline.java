package org.reweave.emulator.device.fabricswitch;

import java.util.List;
import org.reweave.emulator.device.Labels;

/** The queues in which the packets of an input port and VL wait. They share the VL's buffer and credits. */
public enum QueueDiscipline {
    /** One, in the order of arrival. */
    FIFO,
    /** One for each output port; a packet goes to that of the first way that its routing names. */
    VIRTUAL_OUTPUT,
    /** As many as a scenario says; a packet goes to that of its destination LID modulo their number. */
    DESTINATION;

    /**
     * Queues of each input port and VL of a switch.
     *
     * @param count that the scenario names for {@link #DESTINATION}
     */
    public int queues(int ports, int count) {
        return switch (this) {
            case FIFO -> 1;
            case VIRTUAL_OUTPUT -> ports;
            case DESTINATION -> count;
        };
    }

    /** Name in scenarios. */
    public String label() {
        return Labels.of(this);
    }

    /** The one with a name; there must be one. */
    public static QueueDiscipline labelled(String label) {
        return Labels.constant(QueueDiscipline.class, label);
    }

    /** All names. */
    public static List<String> labels() {
        return Labels.of(QueueDiscipline.class);
    }
}
