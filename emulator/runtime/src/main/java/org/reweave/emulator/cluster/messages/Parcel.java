package org.reweave.emulator.cluster.messages;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * A piece of a content that is longer than a message may be: reports of a cut, what was measured, states of devices.
 *
 * @param incarnation of the run's placement
 * @param number of parcels that the sender has sent to the receiver before this one
 * @param last whether it completes what it is a piece of
 */
public record Parcel(long incarnation, long number, boolean last, byte[] bytes) {
    private static final int MOST_BYTES = 128 << 10; // a message may have 256 KiB

    /** @param first number of the first parcel */
    public static List<Parcel> split(byte[] content, long incarnation, long first) {
        List<Parcel> parcels = new ArrayList<>();
        for (int from = 0; from < content.length; from += MOST_BYTES) {
            int to = Math.min(content.length, from + MOST_BYTES);
            parcels.add(new Parcel(
                    incarnation, first + parcels.size(), to == content.length, Arrays.copyOfRange(content, from, to)));
        }
        return parcels;
    }
}
