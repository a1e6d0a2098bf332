package org.reweave.routing.table;

import java.util.Arrays;
import org.reweave.routing.topology.Fabric;

/**
 * SLtoVL tables written out: a VL for each (switch, in port, out port, SL) between switches, as a switch stores them.
 * An undefined entry gives the highest VL, which no packet may leave again. NICs and switch agents inject on VL 0,
 * packets of NICs enter the network on VL 0, and the VL of the last link, to a NIC, is the highest (thesis §4.3.5).
 */
public final class DenseLanes implements SlToVl {
    private static final byte UNDEFINED = -1;

    private final Fabric fabric;
    private final int lanes;
    private final int levels;
    private final byte[][] table; // [switch][(in * (ports + 1) + out) * levels + level]

    /**
     * Undefined entries only.
     *
     * @param lanes data VLs, 1 to 15
     * @param levels SLs, 1 to 16
     */
    public DenseLanes(Fabric fabric, int lanes, int levels) {
        this.fabric = fabric;
        this.lanes = lanes;
        this.levels = levels;
        this.table = new byte[fabric.switchCount()][];
        for (int s = 0; s < table.length; s++) {
            int side = fabric.portCount(s) + 1;
            table[s] = new byte[side * side * levels];
            Arrays.fill(table[s], UNDEFINED);
        }
    }

    /**
     * Defines an entry; for builders, before the first look-up.
     *
     * @throws IllegalStateException when it is defined otherwise: a mapping conflict
     */
    public void define(int switchDevice, int inPort, int outPort, int level, int lane) {
        int at = (inPort * (fabric.portCount(switchDevice) + 1) + outPort) * levels + level;
        if (table[switchDevice][at] != UNDEFINED && table[switchDevice][at] != lane) {
            throw new IllegalStateException(fabric.deviceName(switchDevice) + " in " + inPort + " out " + outPort
                    + " SL " + level + " has VL " + table[switchDevice][at] + ", and VL " + lane + " is asked for");
        }
        table[switchDevice][at] = (byte) lane;
    }

    @Override
    public int lane(int device, int inPort, int outPort, int level) {
        if (!fabric.isSwitch(device) || inPort == 0) {
            return 0;
        }
        int from = fabric.peer(device, inPort);
        int to = fabric.peer(device, outPort);
        if (to < 0 || !fabric.isSwitch(to)) {
            return lanes - 1;
        }
        if (from < 0 || !fabric.isSwitch(from)) {
            return 0;
        }
        byte lane = table[device][(inPort * (fabric.portCount(device) + 1) + outPort) * levels + level];
        return lane == UNDEFINED ? lanes - 1 : lane;
    }

    @Override
    public int laneCount() {
        return lanes;
    }

    /** SLs that the tables have. */
    public int levelCount() {
        return levels;
    }
}
