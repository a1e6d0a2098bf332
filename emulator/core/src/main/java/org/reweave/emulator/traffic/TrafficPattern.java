package org.reweave.emulator.traffic;

import java.util.Optional;

/**
 * A synthetic traffic pattern, over the ranks of the NICs that take part: their positions in ascending order.
 * Stateless; a user's jar adds its own, see {@link org.reweave.routing.plugin.Plugins}.
 */
public interface TrafficPattern {
    /** The name that users write ({@code uniform}). */
    String name();

    /** One sentence. */
    String summary();

    /**
     * A complaint about this number of ranks, such as {@code needs a square number of NICs}; empty = the pattern can do
     * with it.
     */
    default Optional<String> complaint(int count) {
        return Optional.empty();
    }

    /** The remedy for a {@link #complaint}. */
    default String remedy(int count) {
        return "use uniform, or another fabric";
    }

    /** The pattern over some ranks. */
    Ranks over(Setting setting);

    /** The destination of a rank's next packet. Pure: the same arguments, the same answer. */
    interface Ranks {
        /**
         * @param counter number of the packet at its source
         * @return the destination, another rank, or -1 when this rank stays silent
         */
        int destination(int rank, long counter);
    }

    /**
     * The ranks and parameters of a pattern.
     *
     * @param count ranks, at least two
     * @param seed of the run's destinations; draw with {@link org.reweave.routing.model.Mix}
     * @param share the key {@code traffic.hotspot-share}
     * @param neighbours by rank: ranks next to it, none empty
     */
    record Setting(int count, long seed, double share, int[][] neighbours) {}
}
