package org.reweave.reconfig.paths;

import org.reweave.routing.table.RoutingTables;
import org.reweave.routing.topology.Fabric;

/**
 * The paths that an engine's tables give a NIC, in the first register of each destination. They are worked out when
 * they are asked for: written down, the paths of 16,384 NICs to each other are 2 GiB.
 */
final class EnginePaths extends HeldPaths {
    private final RoutingTables tables;
    private final int device;
    private final int[] lids; // by destination, one array for all NICs; 0 = it is not wired
    private final int registers;
    private final long lanes; // VL of injection, 4 bits for each SL

    /**
     * @param device a wired NIC
     * @param lids by destination, as {@link DeviceTables#baseLid} has them
     */
    EnginePaths(RoutingTables tables, int device, int[] lids, int registers) {
        this.tables = tables;
        this.device = device;
        this.lids = lids;
        this.registers = registers;
        Fabric fabric = tables.fabric();
        long byLevel = 0;
        for (int level = 0; level < tables.pathLevels().levelCount(); level++) {
            int lane = tables.slToVl().lane(device, 0, fabric.attachedPort(device), level);
            byLevel |= (long) lane << 4 * level;
        }
        this.lanes = byLevel;
    }

    @Override
    public int size() {
        int places = lids.length * registers;
        return tables.trails().isPresent() ? 2 * places : places;
    }

    @Override
    public long at(int place) {
        int places = lids.length * registers;
        boolean isTrail = place >= places;
        int inOrder = isTrail ? place - places : place;
        int lid = lids[inOrder / registers];
        if (lid == 0 || inOrder % registers != 0) {
            return 0;
        }
        if (isTrail) {
            return tables.trails().orElseThrow().trail(device, lid);
        }
        int level = tables.pathLevels().level(device, lid);
        return Path.of(lid, level, (int) (lanes >>> 4 * level) & 15);
    }
}
