package org.reweave.reconfig.explore;

import static org.reweave.reconfig.explore.SmallFabrics.packets;
import static org.reweave.reconfig.explore.SmallFabrics.upDown;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import org.reweave.reconfig.paths.StartingPaths;
import org.reweave.reconfig.spi.Scheme;
import org.reweave.routing.engine.EngineRegistry;
import org.reweave.routing.engine.spi.EngineOptions;
import org.reweave.routing.engine.updown.UpDownOrder;
import org.reweave.routing.rftr.Rftr;
import org.reweave.routing.rftr.TurnRule;
import org.reweave.routing.rftr.TurnRules;
import org.reweave.routing.table.PathLevels;
import org.reweave.routing.table.PathTables;
import org.reweave.routing.table.RoutingTables;
import org.reweave.routing.table.SlToVl;
import org.reweave.routing.topology.Fabric;
import org.reweave.routing.topology.FabricBuilder;
import org.reweave.routing.topology.FabricBuilder.Node;
import org.reweave.routing.topology.FabricGenerators;
import org.reweave.routing.topology.Faults;
import org.reweave.routing.topology.LinkNames;
import org.reweave.routing.topology.SwitchGraph;

/** The models of schemes that add paths: small fabrics with links that fail. */
final class PathFabrics {
    static final Fabric MESH = FabricGenerators.parse("mesh:3x3");

    /** Four switches with a NIC each, every two of them linked: three disjoint ways for every pair. */
    static final Fabric COMPLETE = FabricGenerators.parse("flattened-butterfly:4,2,nics=1");

    private static final int CLOCKWISE = 1;
    private static final int BACK = 2;
    private static final int TO_NIC = 3;
    private static final int TWIN_PORT = 4;
    private static final Fabric TWIN = twin();
    private static final long SEED = 1;

    private PathFabrics() {}

    /**
     * RFTR over up*&#47;down* on two VLs, as the thesis starts it.
     *
     * @param lmc binary logarithm of the LIDs that it has for each NIC
     * @param links those that may fail, by name
     */
    static Model rftr(Scheme scheme, Fabric fabric, int lmc, List<String> links, int... sourcesAndDestinations) {
        return Model.failing(
                "RFTR on " + fabric.name() + " with LMC " + lmc,
                scheme,
                faults -> upDown(fabric, faults, "auto"),
                new StartingPaths.Joined(Rftr.overUpDown(fabric, 2, SEED), lmc, 3),
                links(fabric, links),
                packets(sourcesAndDestinations));
    }

    /**
     * Disjoint paths of TFTR.
     *
     * @param paths a pair's, at most
     */
    static Model apm(Scheme scheme, Fabric fabric, int paths, List<String> links, int... sourcesAndDestinations) {
        return Model.failing(
                "disjoint paths on " + fabric.name(),
                scheme,
                tftr(fabric, paths),
                null,
                links(fabric, links),
                packets(sourcesAndDestinations));
    }

    /** Disjoint paths of TFTR, then RFTR's. */
    static Model combined(
            Scheme scheme, Fabric fabric, int paths, int lmc, List<String> links, int... sourcesAndDestinations) {
        return Model.failing(
                "disjoint and joined paths on " + fabric.name() + " with LMC " + lmc,
                scheme,
                tftr(fabric, paths),
                new StartingPaths.Joined(Rftr.overUpDown(fabric, 2, SEED), lmc, 5),
                links(fabric, links),
                packets(sourcesAndDestinations));
    }

    private static Function<Faults, RoutingTables> tftr(Fabric fabric, int paths) {
        return faults -> EngineRegistry.load()
                .engine("tftr")
                .route(fabric, faults, EngineOptions.none().with("paths", Integer.toString(paths)));
    }

    private static List<Integer> links(Fabric fabric, List<String> names) {
        return names.stream().map(name -> LinkNames.link(fabric, name)).toList();
    }

    /**
     * {@link SmallFabrics#triangle} with a second link between switches 2 and 0, which only packets from NIC 2 to NIC 0
     * use. It fails, no pair has a disjoint path more, RFTR has no LIDs left for another one, and so the routing
     * changes: ways of old and new tables together can go all around.
     */
    static Model refused(Scheme scheme, int... sourcesAndDestinations) {
        RoutingTables before = withPaths(onTwin(Examples.triangle(Examples.TRIANGLE, 2, 1), TWIN_PORT));
        TurnRule turns = TurnRules.upDown(
                TWIN, UpDownOrder.of(TWIN, SwitchGraph.of(TWIN, Faults.none()), UpDownOrder.Tree.BFS, "s0"));
        return Model.failing(
                "triangle routed anew because RFTR has no LIDs",
                scheme,
                faults -> faults.linkCount() == 0
                        ? before
                        : onTwin(Examples.triangle(Examples.TRIANGLE, 1, 0), CLOCKWISE),
                new StartingPaths.Joined(Rftr.of(before, turns, 1, SEED), 0, 3),
                List.of(TWIN.link(0, TWIN_PORT)),
                packets(sourcesAndDestinations));
    }

    /** For each pair one path, the tables' own way. */
    private static RoutingTables withPaths(RoutingTables tables) {
        int switches = TWIN.switchCount();
        short[] records = new short[switches * switches];
        byte[][][] ports = new byte[switches][1][switches];
        for (int from = 0; from < switches; from++) {
            for (int to = 0; to < switches; to++) {
                records[from * switches + to] = from == to ? PathTables.noRecord() : PathTables.record(0, 0);
                int out = tables.outPort(from, TWIN.nicLid(TWIN.nicDevice(to), 1));
                ports[to][0][from] = (byte) (from == to ? 0 : out);
            }
        }
        return tables.withPaths(new PathTables(1, records, ports, 1, tables));
    }

    private static Fabric twin() {
        FabricBuilder builder = new FabricBuilder("triangle with a second link");
        List<Node> switches = new ArrayList<>();
        for (int s = 0; s < 3; s++) {
            switches.add(builder.addSwitch("s" + s, 4));
        }
        for (int s = 0; s < 3; s++) {
            builder.connect(switches.get(s), CLOCKWISE, switches.get((s + 1) % 3), BACK);
            builder.connect(switches.get(s), TO_NIC, builder.addNic("n" + s, 1), 1);
        }
        return builder.connect(switches.get(2), TWIN_PORT, switches.get(0), TWIN_PORT)
                .build();
    }

    /**
     * The ways of tables for the plain triangle.
     *
     * @param twoToZero port by which switch 2 sends to NIC 0
     */
    private static RoutingTables onTwin(RoutingTables plain, int twoToZero) {
        Fabric triangle = plain.fabric();
        byte[][] lft = RoutingTables.emptyLfts(TWIN);
        for (int here = 0; here < 3; here++) {
            for (int nic = 0; nic < 3; nic++) {
                int next = triangle.peer(here, plain.outPort(here, triangle.nicLid(triangle.nicDevice(nic), 1)));
                int out = here == nic ? TO_NIC : next == (here + 1) % 3 ? CLOCKWISE : BACK;
                lft[here][TWIN.nicLid(TWIN.nicDevice(nic), 1)] = (byte) (here == 2 && nic == 0 ? twoToZero : out);
            }
        }
        return new RoutingTables(TWIN, "hand-made", lft, SlToVl.SINGLE_LANE, PathLevels.SINGLE_LEVEL);
    }
}
