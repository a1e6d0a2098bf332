package org.reweave.routing.engine.updown;

import java.util.Set;
import org.reweave.routing.engine.build.EntryLevels;
import org.reweave.routing.engine.build.HopRule;
import org.reweave.routing.engine.build.NicPorts;
import org.reweave.routing.engine.build.Resources;
import org.reweave.routing.engine.build.TableFiller;
import org.reweave.routing.engine.minimal.MinHop;
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
 * Transition-oriented routing: shortest paths, and a change to the next lane wherever up*&#47;down* forbids the turn.
 * Lanes are used in increasing order and within one every turn is legal, so no cycle can close.
 *
 * <p>An InfiniBand switch knows (in port, out port, SL) and not the lane a packet came on, so paths that need different
 * lanes at the same ports need different service levels: {@link LaneMap} finds them. Of the shortest ways a switch
 * takes one with the fewest transitions ahead; among equals one that goes down, since a packet that came down to this
 * switch would have to change lanes to go up. Destinations are spread over the ways that remain. Source: TOR over
 * up*&#47;down*, DL alike: thesis §2.1.7.4 and refs. [135], [97]; mapping conflicts: thesis §4.2. The choice among
 * shortest paths, and first fit of the service levels, are ours: the thesis is silent there.
 */
public final class TransitionOriented implements RoutingEngine {
    private static final EngineDescription DESCRIPTION = new EngineDescription(
            "tor",
            "shortest paths that change the VL where up*/down* forbids a turn: any topology; refuses when VLs or SLs do not do",
            Set.of(Promise.DEADLOCK_FREE, Promise.SHORTEST_PATHS),
            UpDownOrder.TREE,
            UpDownOrder.ROOT,
            Resources.VLS);

    @Override
    public EngineDescription description() {
        return DESCRIPTION;
    }

    @Override
    public RoutingTables route(Fabric fabric, Faults faults, EngineOptions options) {
        DESCRIPTION.requireKnown(options);
        int limit = Resources.VLS.number(name(), options);
        SwitchGraph graph = SwitchGraph.of(fabric, faults);
        UpDownOrder order = UpDownOrder.of(fabric, graph, name(), options);
        byte[][] lft = TableFiller.fill(fabric, faults, graph, new Rule(graph, order));
        LaneMap map = new LaneMap(name(), fabric, graph, lft, order, limit);
        EntryLevels levels = new EntryLevels(fabric);
        new NicPorts(fabric, faults)
                .forEachPath(graph, (entry, exit, lid) -> levels.set(entry, lid, map.place(entry, exit, lid)));
        SlToVl lanes = map.finish();
        return new RoutingTables(
                fabric, name(), lft, lanes, levels.levelCount() == 1 ? PathLevels.SINGLE_LEVEL : levels);
    }

    /** Shortest ways with the fewest forbidden turns, one destination switch after another. */
    private static final class Rule implements HopRule {
        private final SwitchGraph graph;
        private final UpDownOrder order;
        private final MinHop.Rule shortest;
        private final int[] transitions; // [switch] ahead on the way to the present destination
        private final boolean[] descends; // [switch] its hop goes down
        private final int[] byDistance;
        private final int[] distance;
        private int current = -1;

        Rule(SwitchGraph graph, UpDownOrder order) {
            this.graph = graph;
            this.order = order;
            this.shortest = new MinHop.Rule(graph);
            this.transitions = new int[graph.switchCount()];
            this.descends = new boolean[graph.switchCount()];
            this.byDistance = new int[graph.switchCount()];
            this.distance = new int[graph.switchCount()];
        }

        @Override
        public void toward(int destinationSwitch, int nicOrdinal) {
            if (destinationSwitch == current) {
                return;
            }
            current = destinationSwitch;
            shortest.toward(destinationSwitch, nicOrdinal);
            graph.distances(destinationSwitch, distance);
            int count = sortByDistance();
            for (int i = 0; i < count; i++) {
                settle(byDistance[i]);
            }
        }

        private int sortByDistance() {
            int count = 0;
            boolean more = true;
            for (int d = 0; more; d++) {
                more = false;
                for (int s = 0; s < distance.length; s++) {
                    if (distance[s] == d) {
                        byDistance[count++] = s;
                        more = true;
                    }
                }
            }
            return count;
        }

        /** Decides for one switch, all nearer ones being settled. */
        private void settle(int s) {
            transitions[s] = s == current ? 0 : Integer.MAX_VALUE;
            descends[s] = s == current;
            for (int slot = graph.firstSlot(s); s != current && slot < graph.firstSlot(s + 1); slot++) {
                if (!shortest.allows(s, slot)) {
                    continue;
                }
                int ahead = ahead(s, slot);
                boolean down = !order.isUp(s, graph.peer(slot));
                if (ahead < transitions[s] || ahead == transitions[s] && down) {
                    transitions[s] = ahead;
                    descends[s] = down;
                }
            }
        }

        private int ahead(int s, int slot) {
            int next = graph.peer(slot);
            boolean forbidden = !order.isUp(s, next) && !descends[next];
            return transitions[next] + (forbidden ? 1 : 0);
        }

        @Override
        public boolean allows(int switchDevice, int slot) {
            return shortest.allows(switchDevice, slot)
                    && ahead(switchDevice, slot) == transitions[switchDevice]
                    && order.isUp(switchDevice, graph.peer(slot)) != descends[switchDevice];
        }

        @Override
        public void stuck(int switchDevice) {
            shortest.stuck(switchDevice);
        }
    }
}
