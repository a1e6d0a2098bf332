package org.reweave.emulator.network;

import java.util.List;
import org.reweave.emulator.scenario.ReconfigurationChoice;
import org.reweave.emulator.scenario.Scenario;
import org.reweave.reconfig.Schemes;
import org.reweave.reconfig.paths.AddressPlan;
import org.reweave.reconfig.paths.DeviceTables;
import org.reweave.reconfig.paths.JoinedLayer;
import org.reweave.reconfig.paths.PathSources;
import org.reweave.reconfig.spi.PathSource;
import org.reweave.routing.faulttolerance.Element;
import org.reweave.routing.faulttolerance.Rftr;
import org.reweave.routing.table.PathTables;
import org.reweave.routing.table.RoutingTables;
import org.reweave.routing.topology.Fabric;
import org.reweave.routing.topology.Faults;

/** What devices have when the run starts, and where the manager takes paths from: the engine's tables, and whatever the scheme wants beside
 *  them.
 *
 *  @param addresses LIDs of the NICs */
record StartingTables(AddressPlan addresses, DeviceTables tables, PathSources sources) {
    /** VLs and SLs of RFTR's paths before the first fault (thesis §8.3). */
    static final int JOINED_LANES = 2;

    /** Paths that NICs hold where they can migrate: two, as Automatic Path Migration has it. */
    private static final int MIGRATION_REGISTERS = 2;

    static StartingTables of(Scenario scenario, RoutingTables tables, Faults absent) {
        Fabric fabric = tables.fabric();
        List<PathSource> order = sources(scenario);
        AddressPlan addresses = AddressPlan.single(fabric.nicCount(), tables.lidMax() + 1);
        if (order.equals(List.of(PathSource.ENGINE))) {
            return new StartingTables(
                    addresses, DeviceTables.of(tables, addresses, 1), new PathSources(order, null, null));
        }
        PathTables disjoint =
                order.contains(PathSource.DISJOINT) ? tables.paths().orElseThrow() : null;
        if (disjoint != null) {
            addresses = addresses.withDisjoint(disjoint.lid(0, 0), disjoint.lmc());
        }
        JoinedLayer joined = null;
        if (order.contains(PathSource.JOINED)) {
            addresses = addresses.withJoined(scenario.reconfiguration().lmc());
            joined = new JoinedLayer(
                    network(fabric, absent, scenario.seed()),
                    addresses,
                    disjoint == null ? 0 : disjoint.slToVl().laneCount(),
                    disjoint == null ? 0 : disjoint.levelCount(),
                    scenario.switches().lanes());
        }
        DeviceTables all = DeviceTables.of(tables, addresses, disjoint == null ? 1 : MIGRATION_REGISTERS);
        all = disjoint == null ? all : all.with(disjoint);
        all = joined == null ? all : joined.atStart(all, disjoint == null);
        return new StartingTables(addresses, all, new PathSources(order, disjoint, joined));
    }

    static List<PathSource> sources(Scenario scenario) {
        String scheme = scenario.reconfiguration().scheme();
        return scheme.equals(ReconfigurationChoice.NONE)
                ? List.of(PathSource.ENGINE)
                : Schemes.get(scheme).sources();
    }

    /** RFTR's network of the start: the intact one, in which what is absent has failed. */
    private static Rftr network(Fabric fabric, Faults absent, long seed) {
        Rftr paths = Rftr.overUpDown(fabric, JOINED_LANES, seed);
        for (int device : absent.devices()) {
            paths.fail(Element.SWITCH, device, seed);
        }
        for (int link : absent.links()) {
            if (fabric.isTrunk(link)) {
                paths.fail(Element.LINK, link, seed);
            }
        }
        return paths;
    }
}
