package org.reweave.routing.engine;

import java.util.Arrays;
import java.util.Set;
import org.reweave.routing.table.PathLevels;
import org.reweave.routing.table.RoutingTables;
import org.reweave.routing.table.SlToVl;
import org.reweave.routing.topology.Fabric;
import org.reweave.routing.topology.Faults;
import org.reweave.routing.topology.SwitchGraph;

/** up*&#47;down* on any topology: no packet goes up after it has gone down, so one lane is enough.
 *
 *  <p>Tables know destinations only, not where a packet came from, so legality is kept per destination: a switch from which going down
 *  alone leads there always goes down, by a shortest such way; only the others go up, towards the switch above that is nearest by these
 *  rules. Whoever receives a packet from above thus continues down. Paths are the shortest within this restriction.
 *  Source: thesis §2.2.3, §4.2.1; the trap of a flag per switch with hop counts per port: SPEC §7. */
final class UpDown implements RoutingEngine {
    @Override
    public String name() {
        return "updown";
    }

    @Override
    public String summary() {
        return "up*/down* over a BFS or DFS tree: any topology, one lane, deadlock-free, not always minimal";
    }

    @Override
    public Set<String> optionNames() {
        return Set.of("tree", "root");
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
        SwitchGraph graph = SwitchGraph.of(fabric, faults);
        UpDownOrder order = UpDownOrder.of(fabric, graph, tree(options), options.get("root", "auto"));
        byte[][] lft = TableFiller.fill(fabric, faults, graph, new Rule(graph, order));
        return new RoutingTables(fabric, name(), lft, SlToVl.SINGLE_LANE, PathLevels.SINGLE_LEVEL);
    }

    private static UpDownOrder.Tree tree(EngineOptions options) {
        String tree = options.get("tree", "bfs");
        return switch (tree) {
            case "bfs" -> UpDownOrder.Tree.BFS;
            case "dfs" -> UpDownOrder.Tree.DFS;
            default -> throw new IllegalArgumentException("updown: tree=" + tree + " is not one of bfs, dfs");
        };
    }

    /** Legal next hops towards one destination switch after another. */
    private static final class Rule implements HopRule {
        private final SwitchGraph graph;
        private final UpDownOrder order;
        private final int[] byRank;
        private final int[] hops; // [switch] to the destination by the rules; -1 = no path
        private final boolean[] descends; // [switch]: going down alone leads there
        private final int[] queue;
        private int current = -1;

        Rule(SwitchGraph graph, UpDownOrder order) {
            this.graph = graph;
            this.order = order;
            this.byRank = order.byRank();
            this.hops = TableFiller.unset(graph);
            this.descends = new boolean[graph.switchCount()];
            this.queue = new int[graph.switchCount()];
        }

        @Override
        public void toward(int destinationSwitch, int nicOrdinal) {
            if (destinationSwitch != current) {
                current = destinationSwitch;
                Arrays.fill(hops, -1);
                Arrays.fill(descends, false);
                climbFromDestination();
                sendOthersUp();
            }
        }

        /** Searches against the down direction: whoever it finds reaches the destination going down. */
        private void climbFromDestination() {
            int tail = 0;
            queue[tail++] = current;
            hops[current] = 0;
            descends[current] = true;
            for (int head = 0; head < tail; head++) {
                int s = queue[head];
                for (int slot = graph.firstSlot(s); slot < graph.firstSlot(s + 1); slot++) {
                    int above = graph.peer(slot);
                    if (order.isUp(s, above) && hops[above] < 0) {
                        hops[above] = hops[s] + 1;
                        descends[above] = true;
                        queue[tail++] = above;
                    }
                }
            }
        }

        /** In rank order, so that everything above a switch is known before it. */
        private void sendOthersUp() {
            for (int s : byRank) {
                if (descends[s]) {
                    continue;
                }
                for (int slot = graph.firstSlot(s); slot < graph.firstSlot(s + 1); slot++) {
                    int above = graph.peer(slot);
                    if (order.isUp(s, above) && hops[above] >= 0 && (hops[s] < 0 || hops[above] + 1 < hops[s])) {
                        hops[s] = hops[above] + 1;
                    }
                }
            }
        }

        @Override
        public boolean allows(int switchDevice, int slot) {
            int peer = graph.peer(slot);
            if (hops[peer] != hops[switchDevice] - 1) {
                return false;
            }
            return descends[switchDevice] ? descends[peer] && !order.isUp(switchDevice, peer) : order.isUp(switchDevice, peer);
        }

        @Override
        public void stuck(int switchDevice) {
            throw new IllegalStateException("updown found no legal hop from switch " + switchDevice + " to switch " + current
                    + ", although both are below root " + order.root(current));
        }
    }
}
