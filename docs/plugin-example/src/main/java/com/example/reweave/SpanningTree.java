package com.example.reweave;

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

/** A routing engine: every packet follows a spanning tree of the switches, which leaves no cycle to deadlock in. */
public final class SpanningTree implements RoutingEngine {
    @Override
    public EngineDescription description() {
        return new EngineDescription(
                "spanning-tree",
                "the one path of a spanning tree: any topology, one lane, deadlock-free, far from minimal",
                Set.of(Promise.DEADLOCK_FREE));
    }

    @Override
    public RoutingTables route(Fabric fabric, Faults faults, EngineOptions options) {
        description().requireKnown(options);
        SwitchGraph graph = SwitchGraph.of(fabric, faults);
        byte[][] lft = TableFiller.fill(fabric, faults, graph, new Rule(graph));
        return new RoutingTables(fabric, name(), lft, SlToVl.SINGLE_LANE, PathLevels.SINGLE_LEVEL);
    }

    /** Links of the tree, towards the destination: down if it is below, else up. */
    private static final class Rule implements HopRule {
        private final SwitchGraph graph;
        private final int[] parent; // by switch; -1 = the top of its part, or it has failed
        private final boolean[] above; // by switch: it is the destination, or above it

        Rule(SwitchGraph graph) {
            this.graph = graph;
            this.parent = TableFiller.unset(graph);
            this.above = new boolean[graph.switchCount()];
            int[] depth = new int[graph.switchCount()];
            for (int s = 0; s < parent.length; s++) {
                if (graph.up(s) && graph.component(s) != s) {
                    graph.distances(graph.component(s), depth);
                    for (int slot = graph.firstSlot(s); parent[s] < 0; slot++) {
                        parent[s] = depth[graph.peer(slot)] < depth[s] ? graph.peer(slot) : -1;
                    }
                }
            }
        }

        @Override
        public void toward(int destinationSwitch, int nicOrdinal) {
            java.util.Arrays.fill(above, false);
            for (int s = destinationSwitch; s >= 0; s = parent[s]) {
                above[s] = true;
            }
        }

        @Override
        public boolean allows(int switchDevice, int slot) {
            int peer = graph.peer(slot);
            return above[switchDevice] ? above[peer] && parent[peer] == switchDevice : parent[switchDevice] == peer;
        }

        @Override
        public void stuck(int switchDevice) {
            throw new IllegalStateException("a tree leads everywhere, but not from switch " + switchDevice);
        }
    }
}
