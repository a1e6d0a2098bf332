package org.reweave.emulator.link;

import java.util.Arrays;

/**
 * Numbers the pairs of a port and a VL of one device: pair {@code port * lanes + lane}. Ports are indexed from 0. Any
 * other pairs are numbered likewise.
 *
 * <p>A pair's port is looked for several times per packet, and a processor divides slowly; so the division by the
 * number of VLs is a multiplication by its reciprocal in units of 2^-32. The result is exact: the reciprocal is rounded
 * up by less than 2^-32, so the product is too large by less than pair * 2^-32, and pairs and VLs are far below 2^16.
 */
public final class PortLanes {
    private static final int SCALE = 32;

    private static final PortLanes[] SHARED = new PortLanes[17]; // all devices use one or two of them

    static {
        Arrays.setAll(SHARED, lanes -> new PortLanes(Math.max(1, lanes)));
    }

    private final int lanes;
    private final long reciprocal;

    private PortLanes(int lanes) {
        this.lanes = lanes;
        this.reciprocal = (1L << SCALE) / lanes + 1;
    }

    /** @param lanes VLs of each port, at least 1 */
    public static PortLanes of(int lanes) {
        return lanes < SHARED.length ? SHARED[lanes] : new PortLanes(lanes);
    }

    public int pair(int port, int lane) {
        return port * lanes + lane;
    }

    /** The port of a pair. */
    public int port(int pair) {
        return (int) (pair * reciprocal >>> SCALE);
    }

    /** The VL of a pair. */
    public int lane(int pair) {
        return pair - port(pair) * lanes;
    }
}
