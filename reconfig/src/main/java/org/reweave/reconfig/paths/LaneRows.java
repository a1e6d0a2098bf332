package org.reweave.reconfig.paths;

import org.reweave.routing.table.SlToVl;

/**
 * One device's SLtoVL table as rows: {@code rows[inPort * ports + outPort - 1]}, in port 0 being the device itself; a
 * row has 16 VLs of 4 bits, the VL of SL {@code l} in bits {@code 4l..4l+3} (IBA 14.2.5.8).
 */
public final class LaneRows {
    /** Service levels of InfiniBand, and VLs of a row. */
    public static final int LEVELS = 16;

    private LaneRows() {}

    /**
     * Writes a rule down for one device.
     *
     * @param levels SLs in use; those above have the VL of SL 0
     */
    public static long[] of(SlToVl rule, int device, int ports, int levels) {
        long[] rows = empty(ports);
        for (int in = 0; in <= ports; in++) {
            for (int out = 1; out <= ports; out++) {
                long row = 0;
                for (int level = 0; level < LEVELS; level++) {
                    row |= (long) rule.lane(device, in, out, level < levels ? level : 0) << 4 * level;
                }
                rows[in * ports + out - 1] = row;
            }
        }
        return rows;
    }

    /** Everything on VL 0. */
    public static long[] empty(int ports) {
        return new long[(ports + 1) * ports];
    }

    /** The VL that a row gives a packet. */
    public static int lane(long[] rows, int ports, int inPort, int outPort, int level) {
        return (int) (rows[inPort * ports + outPort - 1] >>> 4 * level) & 15;
    }
}
