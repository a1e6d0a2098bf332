package org.reweave.routing.engine.multipath;

import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.reweave.routing.engine.spi.EngineDescription;
import org.reweave.routing.engine.spi.EngineDescription.Promise;
import org.reweave.routing.engine.spi.EngineOption;
import org.reweave.routing.engine.spi.EngineOptions;
import org.reweave.routing.engine.spi.RoutingEngine;
import org.reweave.routing.engine.spi.UnroutableException;
import org.reweave.routing.table.RoutingTables;
import org.reweave.routing.topology.Fabric;
import org.reweave.routing.topology.FabricGenerators;
import org.reweave.routing.topology.Faults;
import org.reweave.routing.topology.SwitchGraph;

/**
 * Scalable pattern-based fault-tolerant routing, and its asymmetric variant: 2n disjoint paths for every pair of an
 * n-dimensional torus with fixed SLtoVL tables, 2 VLs and 4 SLs; A-SPFTR 3 SLs, in two dimensions. In two dimensions
 * the paths are those of the patterns, in more those of a search, both by the SLtoVL tables alone. The paths are in
 * {@link RoutingTables#paths}; the tables over the fabric's own LIDs lead along first paths where these form a tree.
 *
 * <p>Option {@code paths}: {@code patterns}, or {@code search} for shorter paths than the patterns have, in two
 * dimensions. On a torus with missing links pairs keep those paths of the whole torus that are intact. Source: thesis
 * §4.3. Deviation: where no pattern fits a pair, its paths are searched.
 */
public final class Spftr implements RoutingEngine {
    private static final EngineOption PATHS = EngineOption.words(
            "paths", "where the paths of a 2-D torus come from; others are searched", "patterns", "search");

    private final boolean asymmetric;

    public Spftr(boolean asymmetric) {
        this.asymmetric = asymmetric;
    }

    @Override
    public EngineDescription description() {
        return new EngineDescription(
                asymmetric ? "a-spftr" : "spftr",
                asymmetric
                        ? "A-SPFTR: four disjoint paths for every pair of a 2-D torus by patterns, 2 VLs and 3 SLs, deadlock-free"
                        : "SPFTR: 2n disjoint paths for every pair of an n-D torus by patterns, 2 VLs and 4 SLs, deadlock-free",
                Set.of(Promise.DEADLOCK_FREE),
                PATHS);
    }

    @Override
    public RoutingTables route(Fabric fabric, Faults faults, EngineOptions options) {
        description().requireKnown(options);
        String source = PATHS.of(name(), options);
        SwitchGraph graph = SwitchGraph.of(fabric, faults);
        TorusSides sides = new TorusSides(name(), fabric, graph);
        if (asymmetric && sides.dimensions() != 2) {
            throw new UnroutableException("a-spftr routes tori of two dimensions, and " + fabric.name() + " has "
                    + sides.dimensions() + "; spftr routes tori of any, updown any topology");
        }
        SpftrData data = asymmetric ? SpftrData.aSpftr() : SpftrData.spftr();
        SpftrLanes lanes = new SpftrLanes(graph, sides, data, asymmetric);
        boolean usesPatterns = sides.dimensions() == 2 && source.equals("patterns");
        if (sides.isWhole()) {
            PathBook book = allPaths(fabric, graph, sides, usesPatterns ? data : null, lanes);
            return tables(fabric, faults, book, sides, lanes, data.levels());
        }
        Fabric whole = wholeTorus(sides);
        SwitchGraph wholeGraph = SwitchGraph.of(whole, Faults.none());
        TorusSides wholeSides = new TorusSides(name(), whole, wholeGraph);
        SpftrLanes wholeLanes = new SpftrLanes(wholeGraph, wholeSides, data, asymmetric);
        PathBook all = allPaths(whole, wholeGraph, wholeSides, usesPatterns ? data : null, wholeLanes);
        IntactPaths intact = new IntactPaths(wholeSides, all, graph, sides);
        PathBook book = intact.keep(name(), fabric);
        return tables(fabric, faults, book, sides, lanes, data.levels())
                .withRemarks(List.of(intact.broken() + " paths between switches lack a link and were left out; the"
                        + " others are those of the whole torus"));
    }

    private static Fabric wholeTorus(TorusSides sides) {
        String sizes = IntStream.range(0, sides.dimensions())
                .mapToObj(d -> Integer.toString(sides.size(d)))
                .collect(Collectors.joining("x"));
        return FabricGenerators.parse("torus:" + sizes);
    }

    /** @param patterns null = all paths are searched */
    private PathBook allPaths(
            Fabric fabric, SwitchGraph graph, TorusSides sides, SpftrData patterns, SpftrLanes lanes) {
        SpftrPatterns found = patterns == null ? null : new SpftrPatterns(graph, sides, patterns, lanes);
        SpftrPaths paths = new SpftrPaths(name(), fabric, graph, sides, lanes, found);
        paths.compute();
        return paths.book();
    }

    private RoutingTables tables(
            Fabric fabric, Faults faults, PathBook book, TorusSides sides, SpftrLanes lanes, int levels) {
        RinglessTree tree = new RinglessTree(book.graph(), sides, lanes);
        PathTablesBuilder builder = new PathTablesBuilder(name(), fabric, faults, book, levels(lanes, tree));
        builder.build();
        return builder.tables(lanes.tables(fabric), levels);
    }

    private PathTablesBuilder.LevelFinder levels(SpftrLanes lanes, RinglessTree ringless) {
        return new PathTablesBuilder.LevelFinder() {
            @Override
            public int find(int[] slots, int hops) {
                int legal = lanes.legalLevels(slots, hops);
                return legal == 0 ? -1 : Integer.numberOfTrailingZeros(legal);
            }

            @Override
            public Stream<int[]> otherTrees(int destination) {
                return ringless.toward(destination);
            }
        };
    }
}
