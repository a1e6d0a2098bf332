package org.reweave.reconfig.explore;

import java.util.Arrays;
import org.reweave.reconfig.explore.Step.Kind;
import org.reweave.reconfig.paths.LaneRows;
import org.reweave.routing.topology.Fabric;

/**
 * The tables of switches whose blocks are in force as they come, in any order ({@link Model#perBlock}). A block is the
 * entry for one NIC, or all SLtoVL rows: smaller than InfiniBand's blocks of 64 entries, so that every order of those
 * is among the orders here, whichever LIDs share a block. The switch's agent learns of the update with the SMP, which
 * brings what has not come yet. Dependencies belong to tables that are stored, which are used as a whole.
 */
final class TableBlocks {
    private final World world;
    private final Tables tables;
    private final int nics;
    private final int[] nicOf; // by LID

    TableBlocks(World world, Tables tables) {
        this.world = world;
        this.tables = tables;
        Fabric fabric = world.fabric;
        this.nics = fabric.nicCount();
        int[] lids = new int[nics];
        Arrays.setAll(lids, nic -> lid(fabric, nic));
        this.nicOf = new int[Arrays.stream(lids).max().orElse(0) + 1];
        Arrays.fill(nicOf, -1);
        for (int nic = 0; nic < nics; nic++) {
            nicOf[lids[nic]] = nic;
        }
    }

    private static int lid(Fabric fabric, int nic) {
        return fabric.attachedLid(fabric.nicDevice(nic));
    }

    // ---- what is in force ----

    /** The number of the tables whose entry for a LID is in force. */
    long ofEntry(int device, int lid) {
        int nic = lid < nicOf.length ? nicOf[lid] : -1;
        return nic < 0 ? world.tables[device] : ofBlock(device, nic);
    }

    /** The number of the tables whose SLtoVL rows are in force. */
    long ofRows(int device) {
        return ofBlock(device, nics);
    }

    private long ofBlock(int device, int block) {
        long number = world.isMixed(device) ? world.blocks[device][block] : 0;
        return number == 0 ? world.tables[device] : number - 1;
    }

    // ---- steps ----

    /** Adds the steps by which a block of an SMP with tables comes. */
    void collect(int at, Steps into) {
        Smps smps = world.desk.smps;
        int device = smps.device(at);
        if (smps.what(at) != Smps.TABLES || !world.fabric.isSwitch(device)) {
            return;
        }
        long number = tables.at(device, smps.tables(at));
        for (int block = 0; block <= nics; block++) {
            if (differs(device, block, number)) {
                into.add(Kind.BLOCK, at, block);
            }
        }
    }

    private boolean differs(int device, int block, long number) {
        long now = ofBlock(device, block);
        if (now == number) {
            return false;
        }
        if (block < nics) {
            int lid = lid(world.fabric, block);
            return tables.outPort(now, device, lid) != tables.outPort(number, device, lid);
        }
        int ports = world.fabric.portCount(device);
        for (int in = 0; in <= ports; in++) {
            for (int out = 1; out <= ports; out++) {
                for (int level = 0; level < LaneRows.LEVELS; level++) {
                    if (tables.lane(now, device, in, out, level) != tables.lane(number, device, in, out, level)) {
                        return true;
                    }
                }
            }
        }
        return false;
    }

    /** A block of an SMP comes. */
    void come(int at, int block) {
        int device = world.desk.smps.device(at);
        if (!world.isMixed(device)) {
            world.blocks[device] = new long[nics + 1];
        }
        world.blocks[device][block] = tables.at(device, world.desk.smps.tables(at)) + 1;
    }
}
