package org.reweave.emulator.traffic;

import java.util.List;
import org.reweave.routing.model.Mix;

/** The payload of messages: one size, or a draw from several sizes. Pure: the same arguments, the same answer. */
public final class MessageSizes {
    private static final long SIZE = 0x512EL;

    /**
     * @param flits of payload, at least 1
     * @param share of the messages that are so long, 0 to 1
     */
    public record Size(int flits, double share) {}

    private final long seed;
    private final int[] flits;
    private final double[] upTo; // sum of the shares up to and with each size

    /** @param sizes at least one; shares that add up to 1 */
    public MessageSizes(long seed, List<Size> sizes) {
        this.seed = seed;
        this.flits = sizes.stream().mapToInt(Size::flits).toArray();
        this.upTo = new double[flits.length];
        double sum = 0;
        for (int i = 0; i < upTo.length; i++) {
            sum += sizes.get(i).share();
            upTo[i] = sum;
        }
    }

    /** Payload of a message, in flits. */
    public int flits(int nic, long counter) {
        int last = flits.length - 1;
        if (last > 0) {
            double drawn = Mix.unit(Mix.mix(seed, nic, SIZE, counter));
            for (int i = 0; i < last; i++) {
                if (drawn <= upTo[i]) {
                    return flits[i];
                }
            }
        }
        return flits[last];
    }
}
