package org.reweave.emulator.cluster;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * A piece of what a node and its run's coordinator send each other besides short messages: reports of a cut, what was
 * measured, states of devices.
 *
 * @param incarnation of the run's placement
 * @param number of parcels that the sender has sent to the receiver before this one
 * @param last whether it completes what it is a piece of
 */
record Parcel(long incarnation, long number, boolean last, byte[] bytes)
        implements RemoteNode.Command, RunHost.Command {
    private static final int MOST_BYTES = 128 << 10; // a message may have 256 KiB

    /** @param first number of the first parcel */
    static List<Parcel> split(byte[] content, long incarnation, long first) {
        List<Parcel> parcels = new ArrayList<>();
        for (int from = 0; from < content.length; from += MOST_BYTES) {
            int to = Math.min(content.length, from + MOST_BYTES);
            parcels.add(new Parcel(
                    incarnation, first + parcels.size(), to == content.length, Arrays.copyOfRange(content, from, to)));
        }
        return parcels;
    }
}
