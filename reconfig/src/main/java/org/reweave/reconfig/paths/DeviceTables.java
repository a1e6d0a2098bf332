package org.reweave.reconfig.paths;

import java.util.Arrays;
import org.reweave.routing.table.ForwardingTable;
import org.reweave.routing.table.PathTables;
import org.reweave.routing.table.RoutingTables;
import org.reweave.routing.topology.Fabric;

/**
 * The tables and paths that the devices of a fabric have installed, or are to have. Nobody changes an array: switches
 * with equal SLtoVL tables share one, and switches have the engine's forwarding tables.
 *
 * @param registers paths that a NIC holds for each destination
 * @param lft by switch
 * @param lanes by switch: the rows of its SLtoVL table, see {@link LaneRows}
 * @param paths by NIC
 */
public record DeviceTables(int registers, ForwardingTable[] lft, long[][] lanes, HeldPaths[] paths) {
    /**
     * An engine's tables. Every LID of a NIC gets the entries of the NIC's LID in the fabric, and NICs send to the LID
     * in the fabric.
     *
     * @param registers the first of them is used
     */
    public static DeviceTables of(RoutingTables tables, AddressPlan plan, int registers) {
        Fabric fabric = tables.fabric();
        ForwardingTable[] lft = new ForwardingTable[fabric.switchCount()];
        long[][] lanes = new long[lft.length][];
        int levels = tables.pathLevels().levelCount();
        SharedRows shared = new SharedRows();
        ForwardingTable.Pool pool = new ForwardingTable.Pool();
        for (int s = 0; s < lft.length; s++) {
            lft[s] = lft(tables, plan, s, pool);
            lanes[s] = shared.share(LaneRows.of(tables.slToVl(), s, fabric.portCount(s), levels));
        }
        return new DeviceTables(registers, lft, lanes, paths(tables, registers));
    }

    private static HeldPaths[] paths(RoutingTables tables, int registers) {
        Fabric fabric = tables.fabric();
        HeldPaths[] paths = new HeldPaths[fabric.nicCount()];
        int[] lids = new int[paths.length];
        Arrays.setAll(lids, nic -> baseLid(fabric, nic));
        int places = paths.length * registers;
        for (int nic = 0; nic < paths.length; nic++) {
            int device = fabric.nicDevice(nic);
            paths[nic] = fabric.attachedPort(device) > 0
                    ? new EnginePaths(tables, device, lids, registers)
                    : HeldPaths.of(new long[tables.trails().isPresent() ? 2 * places : places]);
        }
        return paths;
    }

    private static ForwardingTable lft(RoutingTables tables, AddressPlan plan, int s, ForwardingTable.Pool pool) {
        ForwardingTable engines = tables.table(s);
        if (engines.length() == plan.size()) {
            return engines;
        }
        if (engines.length() > plan.size()) {
            throw new IllegalArgumentException("an LFT of " + engines.length() + " entries, a plan of " + plan.size());
        }
        byte[] lft = engines.toArray(plan.size());
        for (int lid = tables.lidMax() + 1; lid < plan.size(); lid++) {
            int nic = plan.nicOf(lid);
            int base = nic < 0 ? 0 : baseLid(tables.fabric(), nic);
            lft[lid] = base == 0 ? (byte) RoutingTables.UNREACHABLE : lft[base];
        }
        return pool.table(lft);
    }

    /**
     * Path tables beside an engine's: a NIC holds the first paths of each pair in its registers. Pairs without any keep
     * the engine's. Switches that are not on a path have the same entry for the path's LID as for the NIC's own LID:
     * while another routing is being installed, packets may come to such switches.
     */
    public DeviceTables with(PathTables paths) {
        Fabric fabric = paths.fabric();
        ForwardingTable[] nextLft = new ForwardingTable[lft.length];
        ForwardingTable.Pool pool = new ForwardingTable.Pool();
        long[][] nextLanes = new long[lft.length][];
        HeldPaths[] nextPaths = new HeldPaths[fabric.nicCount()];
        for (int s = 0; s < nextLft.length; s++) {
            byte[] entries = Arrays.copyOf(paths.lft(s), lft[s].length());
            for (int lid = 0; lid < entries.length; lid++) {
                boolean off =
                        lid > paths.lidMax() || paths.nicOf(lid) >= 0 && paths.outPort(s, lid) == PathTables.NO_ENTRY;
                entries[lid] = off ? (byte) lft[s].port(lid) : entries[lid];
            }
            nextLft[s] = pool.table(entries);
            nextLanes[s] = LaneRows.of(paths.slToVl(), s, fabric.portCount(s), paths.levelCount());
        }
        for (int nic = 0; nic < fabric.nicCount(); nic++) {
            long[] held = this.paths[nic].toArray();
            for (int to = 0; to < fabric.nicCount(); to++) {
                int count = Math.min(registers, paths.pathCount(nic, to));
                for (int path = 0; path < count; path++) {
                    held[to * registers + path] = path(paths, nic, to, path);
                }
            }
            nextPaths[nic] = HeldPaths.of(held);
        }
        return new DeviceTables(registers, nextLft, nextLanes, nextPaths);
    }

    /** One of a pair's paths as a NIC holds it. */
    static long path(PathTables paths, int nic, int to, int path) {
        Fabric fabric = paths.fabric();
        int device = fabric.nicDevice(nic);
        int level = paths.level(nic, to, path);
        return Path.of(
                paths.destinationLid(nic, to, path),
                level,
                paths.slToVl().lane(device, 0, fabric.attachedPort(device), level));
    }

    /** The LID of a NIC's port; 0 = it is not wired. */
    static int baseLid(Fabric fabric, int nic) {
        int device = fabric.nicDevice(nic);
        return fabric.attachedPort(device) < 0 ? 0 : fabric.nicLid(device, fabric.attachedPort(device));
    }
}
