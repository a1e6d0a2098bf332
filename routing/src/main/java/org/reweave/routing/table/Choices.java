package org.reweave.routing.table;

/**
 * The (out port, VL) pairs offered to a packet, in the order of preference of the routing. Reused from packet to
 * packet: clear it first. Not thread-safe.
 */
public final class Choices {
    /** Ports and lanes are bytes on InfiniBand, and no rule of ours offers a pair twice. */
    private static final int CAPACITY = 256 * 16;

    private final int[] packed = new int[CAPACITY];
    private int count;

    public void clear() {
        count = 0;
    }

    /**
     * Offers one pair.
     *
     * @param port the out port, from 1
     * @param escape the pair belongs to the connected subfunction
     * @throws IllegalStateException when more pairs are offered than a switch has
     */
    public void add(int port, int lane, boolean escape) {
        if (count == CAPACITY) {
            throw new IllegalStateException(
                    "more than " + CAPACITY + " choices, port " + port + " VL " + lane + " next");
        }
        packed[count++] = port << 5 | lane << 1 | (escape ? 1 : 0);
    }

    public int count() {
        return count;
    }

    /** @param index {@code 0..count()-1} */
    public int port(int index) {
        return packed[index] >> 5;
    }

    /** @param index {@code 0..count()-1} */
    public int lane(int index) {
        return packed[index] >> 1 & 15;
    }

    /** @param index {@code 0..count()-1} */
    public boolean escape(int index) {
        return (packed[index] & 1) != 0;
    }
}
