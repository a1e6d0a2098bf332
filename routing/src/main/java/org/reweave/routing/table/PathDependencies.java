package org.reweave.routing.table;

import org.reweave.routing.model.Deviation;
import org.reweave.routing.topology.Fabric;

/**
 * The pairs of channels (a link and a VL) at a switch such that some packet comes in by the first and goes on by the
 * second. Tables indexed by destination alone do not contain these pairs. Derived from the paths between all NICs.
 */
@Deviation("thesis §6.1, SR")
public final class PathDependencies {
    private PathDependencies() {}

    /**
     * @param lanes data VLs of every port, at least those that the tables use
     * @return per switch a bit per pair of channels, {@code in * channels + out}, channels being {@code (port - 1) *
     *     lanes + lane} and {@code channels} their number
     */
    public static long[][] of(RoutingTables tables, int lanes) {
        Fabric fabric = tables.fabric();
        long[][] bits = new long[fabric.switchCount()][];
        for (int device = 0; device < bits.length; device++) {
            bits[device] = new long[words(fabric.portCount(device), lanes)];
        }
        for (int from = 0; from < fabric.nicCount(); from++) {
            for (int to = 0; to < fabric.nicCount(); to++) {
                int source = fabric.nicDevice(from);
                int target = fabric.nicDevice(to);
                if (from != to && fabric.attachedPort(source) > 0 && fabric.attachedPort(target) > 0) {
                    follow(tables, source, fabric.nicLid(target, fabric.attachedPort(target)), lanes, bits);
                }
            }
        }
        return bits;
    }

    /** Words of a switch's dependencies. */
    public static int words(int ports, int lanes) {
        int channels = ports * lanes;
        return (channels * channels + 63) / 64;
    }

    private static void follow(RoutingTables tables, int source, int lid, int lanes, long[][] bits) {
        Fabric fabric = tables.fabric();
        int level = tables.pathLevels().level(source, lid);
        int out = fabric.attachedPort(source);
        int lane = tables.slToVl().lane(source, 0, out, level);
        int device = fabric.peer(source, out);
        int in = fabric.peerPort(source, out);
        for (int hops = 0; hops <= fabric.switchCount() && fabric.isSwitch(device); hops++) {
            out = tables.outPort(device, lid);
            if (out == 0 || out == RoutingTables.UNREACHABLE) {
                return;
            }
            int outLane = tables.slToVl().lane(device, in, out, level);
            int channels = fabric.portCount(device) * lanes;
            int bit = ((in - 1) * lanes + lane) * channels + (out - 1) * lanes + outLane;
            bits[device][bit >> 6] |= 1L << bit;
            in = fabric.peerPort(device, out);
            device = fabric.peer(device, out);
            lane = outLane;
            if (device < 0) {
                return;
            }
        }
    }
}
