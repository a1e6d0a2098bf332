package org.reweave.routing.engine.minimal;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.reweave.routing.engine.build.AcyclicLayer;
import org.reweave.routing.engine.build.EntryLevels;
import org.reweave.routing.engine.build.LayeredLanes;
import org.reweave.routing.engine.build.NicPorts;
import org.reweave.routing.engine.build.Resources;
import org.reweave.routing.engine.build.SlotWalk;
import org.reweave.routing.engine.build.TableFiller;
import org.reweave.routing.engine.spi.EngineDescription;
import org.reweave.routing.engine.spi.EngineDescription.Promise;
import org.reweave.routing.engine.spi.EngineOptions;
import org.reweave.routing.engine.spi.RoutingEngine;
import org.reweave.routing.engine.spi.UnroutableException;
import org.reweave.routing.table.PathLevels;
import org.reweave.routing.table.RoutingTables;
import org.reweave.routing.table.SlToVl;
import org.reweave.routing.topology.Fabric;
import org.reweave.routing.topology.Faults;
import org.reweave.routing.topology.SwitchGraph;

/**
 * Layered shortest path routing: the balanced shortest paths of {@link MinHop}, each put on the first layer whose
 * channel dependencies stay acyclic with it. A layer is a lane, and the service level of a path names it.
 *
 * <p>Paths are taken by destination switch, then LID in port order, then entry switch; all NICs of a switch share
 * theirs. Paths that cross fewer than three switches depend on nothing and stay on layer 0. Source: LASH, thesis
 * §2.1.7.4 and ref. [142]. Deviation: first fit in the given order, and no balancing of layers afterwards; the thesis
 * leaves both open.
 */
public final class Lash implements RoutingEngine {
    private static final EngineDescription DESCRIPTION = new EngineDescription(
            "lash",
            "shortest paths in layers of one VL each: any topology; refuses when option vls (at most 15) does not do",
            Set.of(Promise.DEADLOCK_FREE, Promise.SHORTEST_PATHS),
            Resources.VLS);

    @Override
    public EngineDescription description() {
        return DESCRIPTION;
    }

    @Override
    public RoutingTables route(Fabric fabric, Faults faults, EngineOptions options) {
        DESCRIPTION.requireKnown(options);
        int limit = Resources.VLS.number(name(), options);
        SwitchGraph graph = SwitchGraph.of(fabric, faults);
        byte[][] lft = TableFiller.fill(fabric, faults, graph, new MinHop.Rule(graph));
        SlotWalk walk = new SlotWalk(fabric, graph, lft);
        EntryLevels levels = new EntryLevels(fabric);
        List<AcyclicLayer> layers = new ArrayList<>();
        new NicPorts(fabric, faults).forEachPath(graph, (entry, exit, lid) -> {
            int hops = walk.follow(entry, exit, lid);
            levels.set(entry, lid, hops < 2 ? 0 : layer(layers, graph, walk, hops));
        });
        if (layers.size() > limit) {
            throw new UnroutableException(name() + " needs " + layers.size() + " VLs on " + fabric.name() + ", and "
                    + limit + " are allowed" + (limit < Resources.MAX_LANES ? " by vls=" + limit : "")
                    + "; updown needs one");
        }
        if (layers.size() <= 1) {
            return new RoutingTables(fabric, name(), lft, SlToVl.SINGLE_LANE, PathLevels.SINGLE_LEVEL);
        }
        return new RoutingTables(fabric, name(), lft, LayeredLanes.of(layers.size()), levels);
    }

    /** The layer that takes the path last walked. */
    private static int layer(List<AcyclicLayer> layers, SwitchGraph graph, SlotWalk walk, int hops) {
        for (int i = 0; i < layers.size(); i++) {
            if (layers.get(i).offer(hops)) {
                return i;
            }
        }
        AcyclicLayer fresh = new AcyclicLayer(graph, walk);
        if (!fresh.offer(hops)) {
            throw new IllegalStateException("a shortest path closes a cycle of dependencies with itself");
        }
        layers.add(fresh);
        return layers.size() - 1;
    }
}
