package org.reweave.routing.engine;

import java.util.Set;
import org.reweave.routing.table.PathLevels;
import org.reweave.routing.table.RoutingTables;
import org.reweave.routing.table.SlToVl;
import org.reweave.routing.topology.Fabric;
import org.reweave.routing.topology.Faults;
import org.reweave.routing.topology.Shape;
import org.reweave.routing.topology.SwitchGraph;

/** Hybrid-DOR on k-ary n-direct s-indirect networks: the lowest dimension in which a router and the destination's differ first, through
 *  that row's crossbar or, with s > 1, through its fat tree by d-mod-k. Minimal; dimensions only rise and each tree is crossed up and then
 *  down, so one lane is enough.
 *
 *  <p>Only routers' LIDs and NICs' are routed, not those of the switches between.
 *  Source: KNS §4, Hybrid-DOR; d-mod-k within a tree is our choice, the paper leaves it open. */
final class HybridDor implements RoutingEngine {
    @Override
    public String name() {
        return "hybrid-dor";
    }

    @Override
    public String summary() {
        return "lowest dimension first on k-ary n-direct s-indirect networks: minimal, one lane; refuses faults";
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
        ShapePlaces places = new ShapePlaces(fabric, name(), Shape.Family.KNS, "k-ary n-direct s-indirect networks");
        places.requireNicsAtZero(name(), 0, "routers");
        SwitchGraph graph = SwitchGraph.of(fabric, faults);
        FixedHopRule rule = new Rule(fabric, graph, places);
        byte[][] lft = TableFiller.fill(fabric, faults, graph, rule);
        return new RoutingTables(fabric, name(), lft, SlToVl.SINGLE_LANE, PathLevels.SINGLE_LEVEL);
    }

    private static final class Rule extends FixedHopRule {
        private final ShapePlaces places;
        private final int stages;
        private final int arity; // of the trees: arity^stages = k

        Rule(Fabric fabric, SwitchGraph graph, ShapePlaces places) {
            super("hybrid-dor", fabric, graph);
            this.places = places;
            this.stages = (places.size(0) - 1) / (places.dimensions() - 1);
            int root = 2;
            while (power(root, stages) < places.size(1)) {
                root++;
            }
            this.arity = root;
        }

        private static long power(int base, int exponent) {
            long power = 1;
            for (int i = 0; i < exponent; i++) {
                power *= base;
            }
            return power;
        }

        /** Coordinate 0 is 0 for a router, else it tells the dimension and the tier of a network's switch. */
        @Override
        int nextSwitch(int here, int destination, int nicOrdinal) {
            if (places.at(destination, 0) != 0) {
                return NONE;
            }
            int kind = places.at(here, 0);
            if (kind > 0) {
                return inNetwork(here, (kind - 1) % stages, 1 + (kind - 1) / stages, destination);
            }
            int dimension = 1;
            while (places.at(here, dimension) == places.at(destination, dimension)) {
                dimension++;
            }
            int bottom = 1 + (dimension - 1) * stages + stages - 1;
            return places.changed(here, 0, bottom, dimension, places.at(here, dimension) / arity);
        }

        /** @param dimension of the network, as a coordinate of the fabric */
        private int inNetwork(int here, int tier, int dimension, int destination) {
            int x = places.at(destination, dimension);
            int from = places.at(here, dimension);
            int to = x / arity; // its bottom switch
            boolean below = true;
            for (int digit = 0; digit < tier; digit++) {
                below &= digit(from, digit) == digit(to, digit);
            }
            if (below && tier == stages - 1) {
                return places.changed(here, 0, 0, dimension, x);
            }
            int kind = places.at(here, 0);
            if (below) {
                return places.changed(here, 0, kind + 1, dimension, withDigit(from, tier, digit(to, tier)));
            }
            int value = tier == stages - 1 ? x % arity : digit(to, tier);
            return places.changed(here, 0, kind - 1, dimension, withDigit(from, tier - 1, value));
        }

        private int digit(int place, int digit) {
            return (int) (place / power(arity, digit) % arity);
        }

        private int withDigit(int place, int digit, int value) {
            return (int) (place + (value - digit(place, digit)) * power(arity, digit));
        }
    }
}
