package org.reweave.routing.engine.multipath;

import java.util.Set;
import org.reweave.routing.engine.spi.EngineOptions;
import org.reweave.routing.engine.spi.RoutingEngine;
import org.reweave.routing.engine.spi.UnroutableException;
import org.reweave.routing.table.RoutingTables;
import org.reweave.routing.topology.Fabric;
import org.reweave.routing.topology.Faults;
import org.reweave.routing.topology.SwitchGraph;

/**
 * Scalable pattern-based fault-tolerant routing, and its asymmetric variant: 2n disjoint paths for every pair of an
 * n-dimensional torus with fixed SLtoVL tables, 2 VLs and 4 SLs; A-SPFTR 3 SLs, in two dimensions. In two dimensions
 * the paths are those of the patterns, in more those of a search, both by the SLtoVL tables alone. The paths are in
 * {@link RoutingTables#paths}; the tables over the fabric's own LIDs lead along first paths where these form a tree.
 *
 * <p>Option {@code paths}: {@code patterns}, or {@code search} for shorter paths than the patterns have, in two
 * dimensions. Source: thesis §4.3. Deviation: where no pattern fits a pair, its paths are searched.
 */
public final class Spftr implements RoutingEngine {
    private final boolean asymmetric;

    public Spftr(boolean asymmetric) {
        this.asymmetric = asymmetric;
    }

    @Override
    public String name() {
        return asymmetric ? "a-spftr" : "spftr";
    }

    @Override
    public String summary() {
        return asymmetric
                ? "A-SPFTR: four disjoint paths for every pair of a 2-D torus by patterns, 2 VLs and 3 SLs, deadlock-free"
                : "SPFTR: 2n disjoint paths for every pair of an n-D torus by patterns, 2 VLs and 4 SLs, deadlock-free";
    }

    @Override
    public Set<String> optionNames() {
        return Set.of("paths");
    }

    @Override
    public boolean deadlockFree() {
        return true;
    }

    @Override
    public boolean minimal() {
        return false;
    }

    @Override
    public RoutingTables route(Fabric fabric, Faults faults, EngineOptions options) {
        options.requireKnown(name(), optionNames());
        String source = options.get("paths", "patterns");
        if (!source.equals("patterns") && !source.equals("search")) {
            throw new IllegalArgumentException(name() + ": paths=" + source + " is not one of patterns, search");
        }
        SwitchGraph graph = SwitchGraph.of(fabric, faults);
        TorusSides sides = new TorusSides(name(), fabric, graph);
        if (asymmetric && sides.dimensions() != 2) {
            throw new UnroutableException("a-spftr routes tori of two dimensions, and " + fabric.name() + " has "
                    + sides.dimensions() + "; spftr routes tori of any, updown any topology");
        }
        SpftrData data = asymmetric ? SpftrData.aSpftr() : SpftrData.spftr();
        SpftrLanes lanes = new SpftrLanes(graph, sides, data, asymmetric);
        SpftrPatterns patterns = sides.dimensions() == 2 && source.equals("patterns")
                ? new SpftrPatterns(graph, sides, data, lanes)
                : null;
        SpftrPaths paths = new SpftrPaths(name(), fabric, graph, sides, lanes, patterns);
        paths.compute();
        PathTablesBuilder builder =
                new PathTablesBuilder(name(), fabric, faults, paths.book(), levels(fabric, lanes, paths));
        builder.build();
        return builder.tables(lanes.tables(fabric), data.levels());
    }

    private PathTablesBuilder.LevelFinder levels(Fabric fabric, SpftrLanes lanes, SpftrPaths paths) {
        return new PathTablesBuilder.LevelFinder() {
            @Override
            public int find(int[] slots, int hops) {
                int legal = lanes.legalLevels(slots, hops);
                return legal == 0 ? -1 : Integer.numberOfTrailingZeros(legal);
            }

            @Override
            public int[] otherTree(int destination) {
                int[] tree = paths.withoutRings(destination);
                if (tree.length == 0) {
                    throw new UnroutableException(name() + ": no tree of legal paths leads to "
                            + fabric.deviceName(destination) + " of " + fabric.name() + "; use tftr or updown");
                }
                return tree;
            }
        };
    }
}
