package org.reweave.emulator.reproduce.thesis;

import java.util.List;
import java.util.stream.Stream;
import org.reweave.emulator.reproduce.Emulated;
import org.reweave.emulator.reproduce.Reproduction;

/** The tables and figures of the thesis, in its order. */
public final class ThesisReproductions {
    /** Computed from tables and fabrics. */
    public static final List<Reproduction> COMPUTED = List.of(
            new MeanTimeBetweenFailures().described(),
            new DisjointPathCounts().described(),
            new SingularCases(SingularCases.Figure.TFTR_LINKS).described(),
            new BoundedLevels(BoundedLevels.Table.PATHS).described(),
            new BoundedLevels(BoundedLevels.Table.LEVELS).described(),
            new PathMetrics(2).described(),
            new TorusDistances().described(),
            new PathMetrics(4).described(),
            new RoutingTime(RoutingTime.Figure.TFTR).described(),
            new SingularCases(SingularCases.Figure.SPFTR_LINKS).described(),
            new SingularCases(SingularCases.Figure.SPFTR_SWITCHES).described(),
            new SpftrPathLength(false).described(),
            new SpftrPathLength(true).described(),
            new RoutingTime(RoutingTime.Figure.SPFTR).described(),
            new RftrTolerance().described(),
            new RftrMemory().described(),
            new RftrPathLength().described(),
            new RftrTime().described(),
            new RftrEntries().described(),
            new RoutingTime(RoutingTime.Figure.ALL).described());

    public static final List<Reproduction> EMULATED = Stream.of(PathsExperiments.ALL, SchemesExperiments.ALL)
            .flatMap(List::stream)
            .map(Emulated::described)
            .toList();

    private ThesisReproductions() {}
}
