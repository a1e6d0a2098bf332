package org.reweave.reconfig.explore;

import static org.reweave.reconfig.explore.SmallFabrics.packets;
import static org.reweave.reconfig.explore.SmallFabrics.upDown;

import java.util.Arrays;
import java.util.List;
import java.util.function.Function;
import org.reweave.reconfig.paths.StartingPaths;
import org.reweave.reconfig.spi.Scheme;
import org.reweave.routing.engine.EngineOptions;
import org.reweave.routing.engine.EngineRegistry;
import org.reweave.routing.faulttolerance.Rftr;
import org.reweave.routing.table.RoutingTables;
import org.reweave.routing.topology.Fabric;
import org.reweave.routing.topology.FabricGenerators;
import org.reweave.routing.topology.Faults;
import org.reweave.routing.topology.LinkNames;

/** The models of schemes that add paths: small fabrics with links that fail. */
final class PathFabrics {
    static final Fabric MESH = FabricGenerators.parse("mesh:3x3");

    /** Four switches with a NIC each, every two of them linked: three disjoint ways for every pair. */
    static final Fabric COMPLETE = FabricGenerators.parse("flattened-butterfly:4,2,nics=1");

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

    /** The first so many of some packets. */
    static int[] first(int count, int... sourcesAndDestinations) {
        return Arrays.copyOf(sourcesAndDestinations, count);
    }
}
