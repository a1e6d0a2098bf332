package org.reweave.routing.engine.minimal;

import java.util.Set;
import org.reweave.routing.engine.build.HopRule;
import org.reweave.routing.engine.build.TableFiller;
import org.reweave.routing.engine.spi.EngineDescription;
import org.reweave.routing.engine.spi.EngineDescription.Promise;
import org.reweave.routing.engine.spi.EngineOptions;
import org.reweave.routing.engine.spi.RoutingEngine;
import org.reweave.routing.table.PathLevels;
import org.reweave.routing.table.RoutingTables;
import org.reweave.routing.table.SlToVl;
import org.reweave.routing.topology.Fabric;
import org.reweave.routing.topology.Faults;
import org.reweave.routing.topology.SwitchGraph;

/**
 * Shortest paths, balanced over the ports, with no care for deadlock: the usual default of subnet managers, and our
 * counterexample.
 */
public final class MinHop implements RoutingEngine {
    private static final EngineDescription DESCRIPTION = new EngineDescription(
            "min-hop",
            "shortest paths balanced over ports: any topology, one lane, NOT deadlock-free where the fabric has rings",
            Set.of(Promise.SHORTEST_PATHS));

    @Override
    public EngineDescription description() {
        return DESCRIPTION;
    }

    @Override
    public RoutingTables route(Fabric fabric, Faults faults, EngineOptions options) {
        DESCRIPTION.requireKnown(options);
        SwitchGraph graph = SwitchGraph.of(fabric, faults);
        byte[][] lft = TableFiller.fill(fabric, faults, graph, new Rule(graph));
        return new RoutingTables(fabric, name(), lft, SlToVl.SINGLE_LANE, PathLevels.SINGLE_LEVEL);
    }

    /** Any link that comes a hop nearer. */
    public static final class Rule implements HopRule {
        private final SwitchGraph graph;
        private final int[] distance;
        private int current = -1;

        public Rule(SwitchGraph graph) {
            this.graph = graph;
            this.distance = new int[graph.switchCount()];
        }

        @Override
        public void toward(int destinationSwitch, int nicOrdinal) {
            if (destinationSwitch != current) {
                current = destinationSwitch;
                graph.distances(destinationSwitch, distance);
            }
        }

        @Override
        public boolean allows(int switchDevice, int slot) {
            return distance[graph.peer(slot)] == distance[switchDevice] - 1;
        }

        @Override
        public void stuck(int switchDevice) {
            throw new IllegalStateException(
                    "min-hop found no hop from switch " + switchDevice + " to connected switch " + current);
        }
    }
}
