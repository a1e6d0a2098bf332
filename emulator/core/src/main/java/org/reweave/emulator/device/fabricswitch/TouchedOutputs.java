package org.reweave.emulator.device.fabricswitch;

import java.util.Arrays;
import org.reweave.emulator.link.PortLanes;
import org.reweave.emulator.link.Transmitter;

/**
 * The outputs of a switch that this cycle's arbitration has to look at. It owns that list, which is empty between
 * cycles and therefore not saved; in a switch without output buffers it touches the output's link, at which the
 * arbitration takes place.
 */
final class TouchedOutputs {
    private static final int NONE = -1;

    private final long[] touched;
    private final PortLanes pairs;
    private final boolean buffered;
    private final Transmitter links;

    TouchedOutputs(int outputs, int lanes, boolean buffered, Transmitter links) {
        this.touched = new long[(outputs + 63) >> 6];
        this.pairs = PortLanes.of(lanes);
        this.buffered = buffered;
        this.links = links;
    }

    /** Something about an output has changed. */
    void touch(int output) {
        if (buffered) {
            touched[output >> 6] |= 1L << output;
        } else {
            links.touch(pairs.port(output));
        }
    }

    /** Takes the lowest output off the list; -1 when none is left. */
    int take() {
        for (int word = 0; word < touched.length; word++) {
            long row = touched[word];
            if (row != 0) {
                touched[word] = row & (row - 1);
                return (word << 6) + Long.numberOfTrailingZeros(row);
            }
        }
        return NONE;
    }

    void clear() {
        Arrays.fill(touched, 0);
    }
}
