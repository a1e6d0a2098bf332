package org.reweave.reconfig.paths;

import java.util.List;
import java.util.function.Supplier;
import org.reweave.reconfig.spi.PathSource;
import org.reweave.routing.engine.spi.UnroutableException;
import org.reweave.routing.rftr.Rftr;
import org.reweave.routing.table.PathTables;
import org.reweave.routing.table.RoutingTables;
import org.reweave.routing.topology.Addressing;

/**
 * The tables and paths of devices at the start, and the manager's sources of paths: the engine's tables, and the
 * further paths that the scheme uses.
 *
 * @param addresses LIDs of the NICs
 */
public record StartingPaths(AddressPlan addresses, DeviceTables tables, PathSources sources) {
    /** Paths that NICs hold where they can migrate: two, as Automatic Path Migration has it. */
    private static final int MIGRATION_REGISTERS = 2;

    /**
     * The network and the resources of RFTR's paths.
     *
     * @param network RFTR's, before the first fault of the run
     * @param lmc LIDs of a NIC, as their binary logarithm
     * @param lanes VLs that switches have
     */
    public record Joined(Rftr network, int lmc, int lanes) {}

    /**
     * @param addressing of the fabric, which RFTR's further LIDs have to fit into
     * @param order of the scheme's sources
     * @param joined asked for only if RFTR is among them
     * @throws UnroutableException when RFTR's LIDs do not fit
     * @throws java.util.NoSuchElementException when disjoint paths are, and the tables have none
     */
    public static StartingPaths of(
            RoutingTables tables, Addressing addressing, List<PathSource> order, Supplier<Joined> joined) {
        AddressPlan addresses = AddressPlan.single(tables.fabric().nicCount(), tables.lidMax() + 1);
        if (order.equals(List.of(PathSource.ENGINE))) {
            return new StartingPaths(
                    addresses, DeviceTables.of(tables, addresses, 1), new PathSources(order, null, null));
        }
        PathTables disjoint =
                order.contains(PathSource.DISJOINT) ? tables.paths().orElseThrow() : null;
        if (disjoint != null) {
            addresses = addresses.withDisjoint(disjoint.lid(0, 0), disjoint.lmc());
        }
        JoinedLayer layer = null;
        if (order.contains(PathSource.JOINED)) {
            Joined start = joined.get();
            requireRoom(addresses, start.lmc(), addressing);
            addresses = addresses.withJoined(start.lmc());
            layer = new JoinedLayer(
                    start.network(),
                    addresses,
                    disjoint == null ? 0 : disjoint.slToVl().laneCount(),
                    disjoint == null ? 0 : disjoint.levelCount(),
                    start.lanes());
        }
        DeviceTables all = DeviceTables.of(tables, addresses, disjoint == null ? 1 : MIGRATION_REGISTERS);
        all = disjoint == null ? all : all.with(disjoint);
        all = layer == null ? all : layer.atStart(all, disjoint == null);
        return new StartingPaths(addresses, all, new PathSources(order, disjoint, layer));
    }

    private static void requireRoom(AddressPlan addresses, int lmc, Addressing addressing) {
        if (addresses.lastJoined(lmc) > addressing.largest()) {
            boolean isLong = addresses.lastJoined(lmc) <= Addressing.LID24.largest();
            throw new UnroutableException(String.format(
                    "RFTR's paths need LIDs up to %d, %d for each of %d NICs; the largest of %s is %d: lower reconfiguration.lmc%s",
                    addresses.lastJoined(lmc),
                    1 << lmc,
                    addresses.nics(),
                    addressing.label(),
                    addressing.largest(),
                    isLong ? ", or write fabric.addressing = " + Addressing.LID24.label() : ""));
        }
    }
}
