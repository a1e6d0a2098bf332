package org.reweave.routing.engine;

import java.util.Set;
import org.reweave.routing.table.PathLevels;
import org.reweave.routing.table.RoutingTables;
import org.reweave.routing.table.SlToVl;
import org.reweave.routing.topology.Fabric;
import org.reweave.routing.topology.Faults;
import org.reweave.routing.topology.Shape;
import org.reweave.routing.topology.SwitchGraph;

/** Minimal deterministic routing on the mirrored k-ary n-tree: up while the destination is in the other group or differs in one of the
 *  digits n-2..L, each time by the port of the destination's digit L, then down. Between the groups a packet crosses once, or twice to
 *  change digit n-2 within its own; both crossings of it end at that digit, so no cycle closes on one lane.
 *
 *  <p>A switch's own LID is routed on level 0 alone, where the NICs are.
 *  Source: MiKANT, Algorithm 1 as corrected by SPEC §2: UPcond tests digits n-2..L, and the decreasing branch takes port T_{L-1}. */
final class Mikant implements RoutingEngine {
    @Override
    public String name() {
        return "mikant";
    }

    @Override
    public String summary() {
        return "minimal per-hop routing on mirrored k-ary n-trees, one lane; refuses faults";
    }

    @Override
    public Set<String> optionNames() {
        return Set.of();
    }

    @Override
    public boolean deadlockFree() {
        return true;
    }

    @Override
    public boolean minimal() {
        return true;
    }

    @Override
    public RoutingTables route(Fabric fabric, Faults faults, EngineOptions options) {
        options.requireKnown(name(), optionNames());
        ShapePlaces places = new ShapePlaces(fabric, name(), Shape.Family.MIKANT, "mirrored k-ary n-trees");
        places.requireNicsAtZero(name(), 1, "level 0");
        SwitchGraph graph = SwitchGraph.of(fabric, faults);
        FixedHopRule rule = new FixedHopRule(name(), fabric, graph) {
            @Override
            int nextSwitch(int switchDevice, int destinationSwitch, int nicOrdinal) {
                return places.at(destinationSwitch, 1) == 0 ? next(places, switchDevice, destinationSwitch) : NONE;
            }
        };
        byte[][] lft = TableFiller.fill(fabric, faults, graph, rule);
        return new RoutingTables(fabric, name(), lft, SlToVl.SINGLE_LANE, PathLevels.SINGLE_LEVEL);
    }

    /** Coordinates are the group, the level and the digits n-2..0. */
    private static int next(ShapePlaces places, int w, int t) {
        int level = places.at(w, 1);
        int top = places.size(1) - 1;
        boolean up = places.at(w, 0) != places.at(t, 0);
        for (int digit = top; digit >= level; digit--) {
            up |= places.at(w, dimension(top, digit)) != places.at(t, dimension(top, digit));
        }
        if (!up) {
            int dimension = dimension(top, level - 1);
            return places.changed(w, 1, level - 1, dimension, places.at(t, dimension));
        }
        int dimension = dimension(top, level);
        return level == top
                ? places.changed(w, 0, 1 - places.at(w, 0), dimension, places.at(t, dimension))
                : places.changed(w, 1, level + 1, dimension, places.at(t, dimension));
    }

    private static int dimension(int top, int digit) {
        return 2 + top - digit;
    }
}
