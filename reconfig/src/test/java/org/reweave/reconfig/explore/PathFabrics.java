package org.reweave.reconfig.explore;

import static org.reweave.reconfig.explore.SmallFabrics.packets;
import static org.reweave.reconfig.explore.SmallFabrics.upDown;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import org.reweave.reconfig.paths.StartingPaths;
import org.reweave.reconfig.spi.Scheme;
import org.reweave.routing.engine.EngineOptions;
import org.reweave.routing.engine.EngineRegistry;
import org.reweave.routing.engine.UpDownOrder;
import org.reweave.routing.faulttolerance.Rftr;
import org.reweave.routing.faulttolerance.TurnRule;
import org.reweave.routing.faulttolerance.TurnRules;
import org.reweave.routing.table.PathLevels;
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

    private static final Fabric TWIN = twin();
    private static final long SEED = 1;

    private PathFabrics() {}

    /** RFTR over up*&#47;down* on two VLs, as the thesis starts it.
     *  @param lmc binary logarithm of the LIDs that it has for each NIC
     *  @param links those that may fail, by name */
    static Model rftr(Scheme scheme, Fabric fabric, int lmc, List<String> links, int... sourcesAndDestinations) {
        return Model.failing(
                "RFTR on " + fabric.name() + " with LMC " + lmc,
                scheme,
                faults -> upDown(fabric, faults, "auto"),
                new StartingPaths.Joined(Rftr.overUpDown(fabric, 2, SEED), lmc, 3),
                links(fabric, links),
                packets(sourcesAndDestinations));
    }

    /** Disjoint paths of TFTR.
     *  @param paths a pair's, at most */
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

    /** The 4-ring of {@link SmallFabrics#ring} with a second link between switches 0 and 1, which only their own NICs use. It fails, RFTR has no
     *  LIDs left for another path, and the ring is re-rooted: ways of old and new tables together can go all around. */
    static Model refusedOnRing(Scheme scheme, int... sourcesAndDestinations) {
        RoutingTables before = onTwin(SmallFabrics.ring(0), true);
        TurnRule turns = TurnRules.upDown(
                TWIN, UpDownOrder.of(TWIN, SwitchGraph.of(TWIN, Faults.none()), UpDownOrder.Tree.BFS, "s0"));
        return Model.failing(
                "4-ring re-rooted because RFTR has no LIDs",
                scheme,
                faults -> faults.linkCount() == 0 ? before : onTwin(SmallFabrics.ring(2), false),
                new StartingPaths.Joined(Rftr.of(before, turns, 1, SEED), 0, 2),
                List.of(TWIN.link(0, 4)),
                packets(sourcesAndDestinations));
    }

    /** A 4-ring whose switches have ports 1 clockwise, 2 back and 3 to the NIC; port 4 of the first two is the second link. */
    private static Fabric twin() {
        FabricBuilder builder = new FabricBuilder("4-ring with a second link");
        List<Node> switches = new ArrayList<>();
        for (int s = 0; s < 4; s++) {
            switches.add(builder.addSwitch("s" + s, 4));
        }
        for (int s = 0; s < 4; s++) {
            builder.connect(switches.get(s), 1, switches.get((s + 1) % 4), 2);
            builder.connect(switches.get(s), 3, builder.addNic("n" + s, 1), 1);
        }
        return builder.connect(switches.get(0), 4, switches.get(1), 4).build();
    }

    /** The tables of the ring, for the same ways.
     *  @param both whether switches 0 and 1 use the second link for each other's NICs */
    private static RoutingTables onTwin(RoutingTables ring, boolean both) {
        byte[][] lft = RoutingTables.emptyLfts(TWIN);
        for (int here = 0; here < 4; here++) {
            for (int nic = 0; nic < 4; nic++) {
                int next = SmallFabrics.RING.peer(
                        here, ring.outPort(here, SmallFabrics.RING.nicLid(SmallFabrics.RING.nicDevice(nic), 1)));
                int out = here == nic ? 3 : next == (here + 1) % 4 ? 1 : 2;
                boolean neighbours = here != nic && here + nic == 1;
                lft[here][TWIN.nicLid(TWIN.nicDevice(nic), 1)] = (byte) (neighbours && both ? 4 : out);
            }
        }
        return new RoutingTables(TWIN, "hand-made", lft, SlToVl.SINGLE_LANE, PathLevels.SINGLE_LEVEL);
    }
}
