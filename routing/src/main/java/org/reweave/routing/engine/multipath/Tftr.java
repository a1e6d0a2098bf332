package org.reweave.routing.engine.multipath;

import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.reweave.routing.engine.build.Resources;
import org.reweave.routing.engine.spi.EngineDescription;
import org.reweave.routing.engine.spi.EngineDescription.Promise;
import org.reweave.routing.engine.spi.EngineOption;
import org.reweave.routing.engine.spi.EngineOptions;
import org.reweave.routing.engine.spi.RoutingEngine;
import org.reweave.routing.engine.updown.UpDown;
import org.reweave.routing.engine.updown.UpDownOrder;
import org.reweave.routing.table.RoutingTables;
import org.reweave.routing.topology.Fabric;
import org.reweave.routing.topology.Faults;
import org.reweave.routing.topology.SwitchGraph;

/**
 * Transition-based fault-tolerant routing: as many disjoint paths for every pair as its switches have ports, on any
 * topology. The VL rises at turns that up*&#47;down* over a DFS tree forbids. The paths are in
 * {@link RoutingTables#paths}; the tables over the fabric's own LIDs lead along first paths where these form a tree.
 *
 * <p>Options: {@code vls} (2; 1 to 4; with 1 the paths are those of up*&#47;down*), {@code sls} that may be used (16),
 * {@code paths} for a pair (8), {@code tree} (dfs) and {@code root} (auto) of up*&#47;down*, {@code partly} (no; yes =
 * partially disjoint paths in place of those that no SL is left for), {@code priority} (turns: the set with the fewest
 * forbidden turns; length: the shortest, as §8.1.5 has it). Source: thesis §4.1, §4.2, §8.1.5.
 */
public final class Tftr implements RoutingEngine {
    private static final EngineOption VLS = EngineOption.number("vls", 2, 4, "VLs that paths may use");
    private static final EngineOption SLS =
            EngineOption.number("sls", Resources.MAX_LEVELS, Resources.MAX_LEVELS, "SLs that paths may use");
    private static final EngineOption PATHS = EngineOption.number("paths", 8, 32, "most paths of a pair");
    private static final EngineOption TREE =
            EngineOption.words("tree", "spanning tree that forbids turns", "dfs", "bfs");
    private static final EngineOption PARTLY =
            EngineOption.words("partly", "whether partially disjoint paths replace dropped ones", "no", "yes");
    private static final EngineOption PRIORITY =
            EngineOption.words("priority", "what a pair's set of paths is chosen by first", "turns", "length");

    private static final EngineDescription DESCRIPTION = new EngineDescription(
            "tftr",
            "TFTR: disjoint paths for every pair, any topology, 2 VLs and as many SLs as it takes, deadlock-free",
            Set.of(Promise.DEADLOCK_FREE),
            VLS,
            SLS,
            PATHS,
            TREE,
            UpDownOrder.ROOT,
            PARTLY,
            PRIORITY);

    @Override
    public EngineDescription description() {
        return DESCRIPTION;
    }

    @Override
    public RoutingTables route(Fabric fabric, Faults faults, EngineOptions options) {
        DESCRIPTION.requireKnown(options);
        int vls = VLS.number(name(), options);
        int sls = SLS.number(name(), options);
        int most = PATHS.number(name(), options);
        boolean partly = PARTLY.of(name(), options).equals("yes");
        boolean shortestFirst = PRIORITY.of(name(), options).equals("length");
        SwitchGraph graph = SwitchGraph.of(fabric, faults);
        UpDownOrder order = UpDownOrder.of(
                fabric, graph, UpDownOrder.Tree.of(TREE.of(name(), options)), UpDownOrder.ROOT.of(name(), options));
        TftrPaths paths =
                new TftrPaths(fabric, graph, order, new TftrPaths.Bounds(vls, sls, most, partly, shortestFirst));
        paths.compute();
        PathTablesBuilder builder = new PathTablesBuilder(
                name(), fabric, faults, paths.book(), new Levels(fabric, graph, order, paths.lanes()));
        builder.build();
        int levels = Math.max(1, paths.lanes().levelCount());
        RoutingTables tables = builder.tables(paths.lanes().tables(fabric), levels);
        return paths.dropped() == 0
                ? tables
                : tables.withRemarks(List.of(paths.dropped() + " paths were dropped: no SL of " + sls
                        + " maps them without a conflict (thesis §4.2.1, stage 4)"
                        + (partly ? "; " + paths.partly() + " partially disjoint ones are in their place" : "")));
    }

    /** The tree may take SLs of its own. */
    private record Levels(Fabric fabric, SwitchGraph graph, UpDownOrder order, TurnLanes lanes)
            implements PathTablesBuilder.LevelFinder {
        @Override
        public int find(int[] slots, int hops) {
            return lanes.addSettled(slots, hops, Resources.MAX_LEVELS);
        }

        /** up*&#47;down*: no turn of it is forbidden. */
        @Override
        public Stream<int[]> otherTrees(int destination) {
            UpDown.Rule rule = new UpDown.Rule(graph, order);
            rule.toward(destination, -1);
            int[] tree = new int[graph.switchCount()];
            Arrays.fill(tree, -1);
            for (int s = 0; s < tree.length; s++) {
                for (int slot = graph.firstSlot(s); slot < graph.firstSlot(s + 1) && tree[s] < 0; slot++) {
                    boolean joined = s != destination && graph.connected(s, destination);
                    tree[s] = joined && rule.allows(s, slot) ? slot : -1;
                }
            }
            return Stream.of(tree);
        }
    }
}
