package org.reweave.routing.verify;

import java.util.List;
import java.util.function.IntToDoubleFunction;
import java.util.stream.IntStream;
import org.reweave.routing.table.BubbleRings;
import org.reweave.routing.table.PathTables;
import org.reweave.routing.table.RoutingTables;
import org.reweave.routing.topology.Fabric;
import org.reweave.routing.topology.Faults;

/**
 * The verification of installed tables that {@code reweave route --verify} prints.
 *
 * @param engine who computed the tables, by their own account
 * @param pairs ordered pairs of NICs
 * @param delivered pairs whose packets arrive
 * @param disconnected pairs that faults or missing cables cut apart, whatever the routing
 * @param failures the first pairs that the tables lose though a path exists
 * @param acyclic no cycle of channel dependencies, but for those within rings of which {@code condition} tells
 * @param cycle a witness when there is one, else empty
 * @param hopsMean switches crossed, over delivered pairs
 * @param hopsMax switches crossed
 * @param vls data VLs that packets use
 * @param sls service levels that packets use
 * @param lmc address bits per NIC of engines with several paths a pair; the other figures are those of the fabric's own
 *     LIDs
 * @param mappingConflicts (device, in port, out port, SL) for which the source of the SLtoVL tables names two VLs
 * @param maxLinkLoad most paths over one direction of a link between switches
 * @param hottestLinks the directions of links with the most paths, most first
 * @param load by directed link ({@code 2 * link + sending end}): delivered pairs whose path is on that link, 0 on links
 *     of NICs; under adaptive routing the mean over equally likely choices
 * @param condition the flow control of the switches without which the tables can deadlock although {@code acyclic} is
 *     true; null = none is needed
 */
public record RouteReport(
        String engine,
        long pairs,
        long delivered,
        long disconnected,
        List<String> failures,
        boolean acyclic,
        List<Channel> cycle,
        double hopsMean,
        int hopsMax,
        int vls,
        int sls,
        int lmc,
        int mappingConflicts,
        long maxLinkLoad,
        List<HotLink> hottestLinks,
        List<Double> load,
        String condition) {
    public RouteReport {
        failures = List.copyOf(failures);
        hottestLinks = List.copyOf(hottestLinks);
        cycle = List.copyOf(cycle);
        load = List.copyOf(load);
    }

    /**
     * Verifies tables on the working part of their fabric, for traffic between NICs. Of an adaptive routing a pair
     * counts as delivered when all choices lead there; means are over equally likely choices, and an unconnected escape
     * is no better than a cycle.
     */
    public static RouteReport of(RoutingTables tables, Faults faults) {
        if (tables.trails().isPresent()) {
            return trailed(tables, faults);
        }
        return tables.adaptive().isPresent() ? adaptive(tables, faults) : deterministic(tables, faults);
    }

    private static RouteReport adaptive(RoutingTables tables, Faults faults) {
        AdaptiveVerification all = AdaptiveVerification.of(tables, faults);
        Connectivity one = Connectivity.of(tables, faults);
        List<Channel> cycle = all.findCycle();
        return new RouteReport(
                tables.engine(),
                one.pairs(),
                all.delivered(),
                one.disconnected(),
                all.failures(),
                cycle.isEmpty() && all.escapesConnected(),
                cycle,
                all.meanHops(),
                all.maxHops(),
                all.lanesUsed(),
                all.levelsUsed(),
                0,
                tables.slToVl().conflictCount(),
                all.maxLinkLoad(),
                HotLink.hottest(tables.fabric(), all::load),
                loads(tables.fabric(), all::load),
                null);
    }

    private static RouteReport trailed(RoutingTables tables, Faults faults) {
        TrailVerification walked = TrailVerification.of(tables, faults);
        List<Channel> cycle = walked.findCycle();
        return new RouteReport(
                tables.engine(),
                walked.pairs(),
                walked.delivered(),
                walked.disconnected(),
                walked.failures(),
                cycle.isEmpty(),
                cycle,
                walked.meanHops(),
                walked.maxHops(),
                walked.lanesUsed(),
                tables.pathLevels().levelCount(),
                0,
                tables.slToVl().conflictCount(),
                walked.maxLinkLoad(),
                HotLink.hottest(tables.fabric(), walked::load),
                loads(tables.fabric(), walked::load),
                null);
    }

    private static RouteReport deterministic(RoutingTables tables, Faults faults) {
        Connectivity connectivity = Connectivity.of(tables, faults);
        ChannelDependencyGraph graph = ChannelDependencyGraph.of(tables, faults);
        List<Channel> cycle = graph.findCycleBesidesRings();
        return new RouteReport(
                tables.engine(),
                connectivity.pairs(),
                connectivity.delivered(),
                connectivity.disconnected(),
                connectivity.failures().stream()
                        .map(Connectivity.Failure::toString)
                        .toList(),
                cycle.isEmpty(),
                cycle,
                connectivity.meanHops(),
                connectivity.maxHops(),
                graph.lanesUsed(),
                graph.levelsUsed(),
                tables.paths().map(PathTables::lmc).orElse(0),
                tables.slToVl().conflictCount(),
                connectivity.maxLinkLoad(),
                HotLink.hottest(tables.fabric(), connectivity::load),
                loads(tables.fabric(), connectivity::load),
                tables.rings().map(RouteReport::condition).orElse(null));
    }

    private static List<Double> loads(Fabric fabric, IntToDoubleFunction load) {
        return IntStream.range(0, 2 * fabric.linkCount())
                .mapToObj(directed -> fabric.isTrunk(directed >> 1) ? load.applyAsDouble(directed) : 0)
                .toList();
    }

    private static String condition(BubbleRings rings) {
        return "bubble flow control: a packet enters one of " + rings.count() + " rings on VL " + rings.lane()
                + " only where two packets of the largest size have room";
    }

    /**
     * Whether every pair that the fabric connects is served, and no packets can wait in a cycle, under the condition.
     */
    public boolean sound() {
        return delivered + disconnected == pairs && acyclic;
    }
}
