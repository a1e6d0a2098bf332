package org.reweave.routing.engine.updown;

import java.util.Arrays;
import java.util.Set;
import org.reweave.routing.engine.build.HopRule;
import org.reweave.routing.engine.build.TableFiller;
import org.reweave.routing.engine.spi.EngineDescription;
import org.reweave.routing.engine.spi.EngineDescription.Promise;
import org.reweave.routing.engine.spi.EngineOptions;
import org.reweave.routing.engine.spi.RoutingEngine;
import org.reweave.routing.table.RoutingTables;
import org.reweave.routing.topology.Fabric;
import org.reweave.routing.topology.Faults;
import org.reweave.routing.topology.SwitchGraph;

/**
 * up*&#47;down* on any topology: no packet goes up after it has gone down, so one lane is enough.
 *
 * <p>Tables are indexed by destination only, not by the port that a packet came in by, so legality is settled per
 * destination, switch by switch in rank order. A switch that gets packets from a switch above sends them down, by a
 * shortest way that only goes down. Any other switch takes the shorter of two ways: a way that only goes down, or a hop
 * up to a switch settled before (equal: down). Paths are the shortest under these rules. Source: thesis §2.1.7.4; the
 * trap of a flag per switch with hop counts per port: routing/docs/engines.md.
 */
public final class UpDown implements RoutingEngine {
    private static final EngineDescription DESCRIPTION = new EngineDescription(
            "updown",
            "up*/down* over a BFS or DFS tree: any topology, one lane (or paths spread over vls), deadlock-free, not always minimal",
            Set.of(Promise.DEADLOCK_FREE),
            UpDownOrder.TREE,
            UpDownOrder.ROOT,
            SpreadVls.OPTION);

    @Override
    public EngineDescription description() {
        return DESCRIPTION;
    }

    @Override
    public RoutingTables route(Fabric fabric, Faults faults, EngineOptions options) {
        DESCRIPTION.requireKnown(options);
        SwitchGraph graph = SwitchGraph.of(fabric, faults);
        UpDownOrder order = UpDownOrder.of(fabric, graph, name(), options);
        byte[][] lft = TableFiller.fill(fabric, faults, graph, new Rule(graph, order));
        SpreadVls vls = SpreadVls.of(name(), options);
        return new RoutingTables(fabric, name(), lft, vls.mapping(), vls.levels());
    }

    /** Legal next hops towards one destination switch after another, for any order of the switches. */
    public static final class Rule implements HopRule {
        private final SwitchGraph graph;
        private final UpDownOrder order;
        private final int[] byRank;
        private final int[] hopsDown; // [switch] to the destination going down alone; -1 = impossible
        private final int[] hops; // [switch] by the tables; -1 = no path
        private final boolean[] descends; // [switch]: its table goes down
        private final boolean[] mustDescend; // [switch]: one above hands it packets
        private final int[] queue;
        private int current = -1;

        public Rule(SwitchGraph graph, UpDownOrder order) {
            this.graph = graph;
            this.order = order;
            this.byRank = order.byRank();
            this.hopsDown = TableFiller.unset(graph);
            this.hops = TableFiller.unset(graph);
            this.descends = new boolean[graph.switchCount()];
            this.mustDescend = new boolean[graph.switchCount()];
            this.queue = new int[graph.switchCount()];
        }

        @Override
        public void toward(int destinationSwitch, int nicOrdinal) {
            if (destinationSwitch == current) {
                return;
            }
            current = destinationSwitch;
            Arrays.fill(mustDescend, false);
            climbFromDestination();
            for (int s : byRank) {
                settle(s);
            }
        }

        /** Searches against the down direction: every switch found reaches the destination by going down alone. */
        private void climbFromDestination() {
            Arrays.fill(hopsDown, -1);
            int tail = 0;
            queue[tail++] = current;
            hopsDown[current] = 0;
            for (int head = 0; head < tail; head++) {
                int s = queue[head];
                for (int slot = graph.firstSlot(s); slot < graph.firstSlot(s + 1); slot++) {
                    int above = graph.peer(slot);
                    if (order.isUp(s, above) && hopsDown[above] < 0) {
                        hopsDown[above] = hopsDown[s] + 1;
                        queue[tail++] = above;
                    }
                }
            }
        }

        /** Decides for one switch, all above it being settled. */
        private void settle(int s) {
            int hopsUp = -1;
            for (int slot = graph.firstSlot(s); slot < graph.firstSlot(s + 1); slot++) {
                int above = graph.peer(slot);
                if (order.isUp(s, above) && hops[above] >= 0 && (hopsUp < 0 || hops[above] + 1 < hopsUp)) {
                    hopsUp = hops[above] + 1;
                }
            }
            boolean shorterDown = hopsDown[s] >= 0 && (hopsUp < 0 || hopsDown[s] <= hopsUp);
            descends[s] = mustDescend[s] || shorterDown;
            hops[s] = descends[s] ? hopsDown[s] : hopsUp;
            if (descends[s] && s != current) {
                for (int slot = graph.firstSlot(s); slot < graph.firstSlot(s + 1); slot++) {
                    mustDescend[graph.peer(slot)] |= allows(s, slot);
                }
            }
        }

        /** Hops by the tables to the present destination switch; -1 = no path. */
        public int hops(int switchDevice) {
            return hops[switchDevice];
        }

        /** Whether the tables lead down from here to the present destination switch. */
        public boolean descends(int switchDevice) {
            return descends[switchDevice];
        }

        @Override
        public boolean allows(int switchDevice, int slot) {
            int peer = graph.peer(slot);
            if (descends[switchDevice]) {
                return hopsDown[peer] == hopsDown[switchDevice] - 1 && !order.isUp(switchDevice, peer);
            }
            return hops[peer] == hops[switchDevice] - 1 && order.isUp(switchDevice, peer);
        }

        @Override
        public void stuck(int switchDevice) {
            throw new IllegalStateException("updown found no legal hop from switch " + switchDevice + " to switch "
                    + current + ", although both are below root " + order.root(current));
        }
    }
}
