package org.reweave.routing.engine.updown;

import java.util.Arrays;
import java.util.Set;
import org.reweave.routing.engine.build.HopRule;
import org.reweave.routing.engine.build.LayeredLanes;
import org.reweave.routing.engine.build.NicPorts;
import org.reweave.routing.engine.build.Resources;
import org.reweave.routing.engine.build.TableFiller;
import org.reweave.routing.engine.spi.EngineDescription;
import org.reweave.routing.engine.spi.EngineDescription.Promise;
import org.reweave.routing.engine.spi.EngineOption;
import org.reweave.routing.engine.spi.EngineOptions;
import org.reweave.routing.engine.spi.RoutingEngine;
import org.reweave.routing.table.PathLevels;
import org.reweave.routing.table.RoutingTables;
import org.reweave.routing.topology.Fabric;
import org.reweave.routing.topology.Faults;
import org.reweave.routing.topology.SwitchGraph;

/**
 * Multiple roots: several up*&#47;down* trees, each on a lane of its own, share the traffic. A service level names the
 * tree.
 *
 * <p>Forwarding tables know destinations only, so each destination LID belongs to one tree: the one that leads to it
 * over the fewest switches, summed over all switches with NICs; of equal ones the tree with the fewest destinations so
 * far, then the first. A switch's own LID belongs to the first tree.
 *
 * <p>Roots: in each connected part the first is the switch with least average distance, each further one the switch
 * farthest from the roots so far (ties to the lowest index; in parts with fewer switches than roots some trees repeat).
 * Source: MRoots, thesis §2.1.7.4 and ref. [107]. The choice of the roots, and of the tree of each destination, is
 * ours: the thesis is silent there.
 */
public final class MultipleRoots implements RoutingEngine {
    private static final EngineOption ROOTS =
            EngineOption.number("roots", 2, Resources.MAX_LANES, "trees, each on a VL of its own");

    private static final EngineDescription DESCRIPTION = new EngineDescription(
            "mroots",
            "several up*/down* trees on a VL each (option roots, 2 by default): any topology, not always minimal",
            Set.of(Promise.DEADLOCK_FREE),
            ROOTS,
            UpDownOrder.TREE);

    @Override
    public EngineDescription description() {
        return DESCRIPTION;
    }

    @Override
    public RoutingTables route(Fabric fabric, Faults faults, EngineOptions options) {
        DESCRIPTION.requireKnown(options);
        int roots = ROOTS.number(name(), options);
        UpDownOrder.Tree tree = UpDownOrder.Tree.of(UpDownOrder.TREE.of(name(), options));
        SwitchGraph graph = SwitchGraph.of(fabric, faults);
        int[][] tops = roots(graph, roots);
        UpDown.Rule[] trees = new UpDown.Rule[roots];
        Arrays.setAll(trees, i -> new UpDown.Rule(graph, UpDownOrder.of(graph, tree, part -> tops[i][part])));
        NicPorts nics = new NicPorts(fabric, faults);
        Rule rule = new Rule(trees, nics, graph);
        byte[][] lft = TableFiller.fill(fabric, faults, graph, rule);
        PathLevels levels = roots == 1 ? PathLevels.SINGLE_LEVEL : new TreeLevels(treeOfLid(fabric, rule), roots);
        return new RoutingTables(fabric, name(), lft, LayeredLanes.of(roots), levels);
    }

    /** @return [tree][part, by its lowest switch] */
    private static int[][] roots(SwitchGraph graph, int count) {
        int[][] tops = new int[count][graph.switchCount()];
        int[] distance = new int[graph.switchCount()];
        for (int part = 0; part < graph.switchCount(); part++) {
            if (graph.component(part) != part) {
                continue;
            }
            int[] nearest = new int[graph.switchCount()]; // [switch] hops to the nearest root; -1 = in another part
            Arrays.fill(nearest, Integer.MAX_VALUE);
            int top = UpDownOrder.central(graph, part);
            for (int i = 0; i < count; i++) {
                tops[i][part] = top;
                graph.distances(top, distance);
                for (int s = 0; s < nearest.length; s++) {
                    nearest[s] = Math.min(nearest[s], distance[s]);
                }
                for (int s = 0; s < nearest.length; s++) {
                    top = nearest[s] > nearest[top] ? s : top;
                }
            }
        }
        return tops;
    }

    private static byte[] treeOfLid(Fabric fabric, Rule rule) {
        byte[] tree = new byte[fabric.largestLid() + 1];
        for (int s = 0; s < fabric.switchCount(); s++) {
            int ordinal = 0;
            for (int port = 1; port <= fabric.portCount(s); port++) {
                int peer = fabric.peer(s, port);
                if (peer >= 0 && !fabric.isSwitch(peer)) {
                    tree[fabric.nicLid(peer, fabric.peerPort(s, port))] = (byte) rule.treeOf(s, ordinal++);
                }
            }
        }
        return tree;
    }

    private record TreeLevels(byte[] treeOfLid, int levelCount) implements PathLevels {
        @Override
        public int level(int sourceNicDevice, int destinationLid) {
            return treeOfLid[destinationLid];
        }
    }

    /** Hands each destination to the tree it belongs to. */
    private static final class Rule implements HopRule {
        private final UpDown.Rule[] trees;
        private final NicPorts nics;
        private final SwitchGraph graph;
        private final long[] hops; // [tree] summed over the entry switches, for the present destination switch
        private final int[] destinations; // [tree]
        private final byte[][] treeOf; // [destination switch][NIC ordinal]
        private int current = -1;
        private UpDown.Rule chosen;

        Rule(UpDown.Rule[] trees, NicPorts nics, SwitchGraph graph) {
            this.trees = trees;
            this.nics = nics;
            this.graph = graph;
            this.hops = new long[trees.length];
            this.destinations = new int[trees.length];
            this.treeOf = new byte[graph.switchCount()][0];
        }

        /** The tree of a NIC; 0 for a NIC to which no path was computed. */
        int treeOf(int destinationSwitch, int nicOrdinal) {
            byte[] known = treeOf[destinationSwitch];
            return nicOrdinal < known.length ? known[nicOrdinal] : 0;
        }

        @Override
        public void toward(int destinationSwitch, int nicOrdinal) {
            if (destinationSwitch != current) {
                current = destinationSwitch;
                for (int i = 0; i < trees.length; i++) {
                    trees[i].toward(destinationSwitch, nicOrdinal);
                    hops[i] = entryHops(trees[i]);
                }
            }
            if (nicOrdinal < 0) {
                chosen = trees[0];
                return;
            }
            int best = 0;
            for (int i = 1; i < trees.length; i++) {
                boolean better = hops[i] < hops[best] || hops[i] == hops[best] && destinations[i] < destinations[best];
                best = better ? i : best;
            }
            destinations[best]++;
            treeOf[current] = Arrays.copyOf(treeOf[current], Math.max(treeOf[current].length, nicOrdinal + 1));
            treeOf[current][nicOrdinal] = (byte) best;
            chosen = trees[best];
        }

        private long entryHops(UpDown.Rule tree) {
            long sum = 0;
            for (int s = 0; s < graph.switchCount(); s++) {
                sum += nics.any(s) && graph.connected(s, current) ? tree.hops(s) : 0;
            }
            return sum;
        }

        @Override
        public boolean allows(int switchDevice, int slot) {
            return chosen.allows(switchDevice, slot);
        }

        @Override
        public void stuck(int switchDevice) {
            chosen.stuck(switchDevice);
        }
    }
}
