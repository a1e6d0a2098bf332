package org.reweave.emulator.reproduce;

import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.reweave.routing.model.NearestName;

/** All reproductions by name. A new one is a class and a line in {@link #ALL}. */
public final class Reproductions {
    /** Computed from tables and fabrics, by paper, in the order of the paper. */
    private static final List<Reproduction> STATIC = List.of(
            new KnsIntermediates(KnsNetwork.PLANE),
            new KnsIntermediates(KnsNetwork.SPACE),
            new KnsTolerance(KnsNetwork.PLANE),
            new KnsTolerance(KnsNetwork.SPACE),
            new KnsLemmas(),
            new KnsTables(),
            new MikantProperties(),
            new MikantCost(),
            new MikantDistances(),
            new MikantFaults(),
            new FatTreeReconfigurationLoss(),
            new FatTreeConnectivity(),
            new MeanTimeBetweenFailures(),
            new DisjointPathCounts(),
            new SingularCases(SingularCases.Figure.TFTR_LINKS),
            new BoundedLevels(BoundedLevels.Table.PATHS),
            new BoundedLevels(BoundedLevels.Table.LEVELS),
            new PathMetrics(2),
            new TorusDistances(),
            new PathMetrics(4),
            new RoutingTime(RoutingTime.Figure.TFTR),
            new SingularCases(SingularCases.Figure.SPFTR_LINKS),
            new SingularCases(SingularCases.Figure.SPFTR_SWITCHES),
            new SpftrPathLength(false),
            new SpftrPathLength(true),
            new RoutingTime(RoutingTime.Figure.SPFTR),
            new RftrTolerance(),
            new RftrMemory(),
            new RftrPathLength(),
            new RftrTime(),
            new RftrEntries(),
            new RoutingTime(RoutingTime.Figure.ALL));

    private static final List<Reproduction> ALL = Stream.<Stream<? extends Reproduction>>of(
                    STATIC.stream(),
                    TopologyExperiments.ALL.stream().map(Emulated::new),
                    FatTreeExperiments.ALL.stream().map(Emulated::new),
                    PathsExperiments.ALL.stream().map(Emulated::new),
                    SchemesExperiments.ALL.stream().map(Emulated::new))
            .<Reproduction>flatMap(all -> all)
            .toList();

    private Reproductions() {}

    /** All, by paper and in its order. */
    public static List<Reproduction> all() {
        return ALL;
    }

    /** @throws IllegalArgumentException for an unknown name, with the nearest one */
    public static Reproduction named(String name) {
        Map<String, Reproduction> byName = new TreeMap<>();
        ALL.forEach(reproduction -> byName.put(reproduction.name(), reproduction));
        Reproduction found = byName.get(name);
        if (found == null) {
            throw new IllegalArgumentException("no reproduction is named '" + name + "'; the nearest name is "
                    + NearestName.of(name, byName.keySet()) + ", 'reweave reproduce --list' shows all");
        }
        return found;
    }
}
