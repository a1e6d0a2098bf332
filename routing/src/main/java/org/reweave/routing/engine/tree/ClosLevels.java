package org.reweave.routing.engine.tree;

import it.unimi.dsi.fastutil.ints.IntArrays;
import java.util.Arrays;
import org.reweave.routing.engine.build.NicPorts;
import org.reweave.routing.engine.spi.UnroutableException;
import org.reweave.routing.topology.Fabric;
import org.reweave.routing.topology.SwitchGraph;

/**
 * The heights of the switches of a fat tree of any shape, found from the places of the NICs.
 *
 * <p>Leaves are switches with NICs. Where two of those are joined only one can be a leaf: the one with more NICs (a
 * spine may carry a few hosts), then the lower index. Height is the number of links down to the nearest leaf. In a fat
 * tree each link joins heights that differ by one; missing and parallel cables change nothing.
 */
final class ClosLevels {
    private ClosLevels() {}

    /**
     * @param nics the working ones; a switch that has lost its NICs counts as one that never had any
     * @return [switch], from 0; failed switches and those that no leaf reaches have 0
     * @throws UnroutableException naming the cable that no fat tree has
     */
    static int[] heights(String engine, Fabric fabric, SwitchGraph graph, NicPorts nics) {
        int[] height = new int[graph.switchCount()];
        Arrays.fill(height, -1);
        int[] queue = new int[height.length];
        int tail = 0;
        for (int s : byNics(graph, nics)) {
            boolean besideLeaf = false;
            for (int slot = graph.firstSlot(s); slot < graph.firstSlot(s + 1); slot++) {
                besideLeaf |= height[graph.peer(slot)] == 0;
            }
            if (!besideLeaf) {
                height[s] = 0;
                queue[tail++] = s;
            }
        }
        for (int head = 0; head < tail; head++) {
            int s = queue[head];
            for (int slot = graph.firstSlot(s); slot < graph.firstSlot(s + 1); slot++) {
                if (height[graph.peer(slot)] < 0) {
                    height[graph.peer(slot)] = height[s] + 1;
                    queue[tail++] = graph.peer(slot);
                }
            }
        }
        requireTree(engine, fabric, graph, height);
        for (int s = 0; s < height.length; s++) {
            height[s] = Math.max(height[s], 0);
        }
        return height;
    }

    /** The working switches with NICs, most NICs first, then by index. */
    private static int[] byNics(SwitchGraph graph, NicPorts nics) {
        int[] order = new int[graph.switchCount()];
        int count = 0;
        for (int s = 0; s < graph.switchCount(); s++) {
            if (graph.up(s) && nics.any(s)) {
                order[count++] = s;
            }
        }
        IntArrays.mergeSort(order, 0, count, (a, b) -> Integer.compare(nics.lids(b).length, nics.lids(a).length));
        return Arrays.copyOf(order, count);
    }

    private static void requireTree(String engine, Fabric fabric, SwitchGraph graph, int[] height) {
        for (int s = 0; s < height.length; s++) {
            for (int slot = graph.firstSlot(s); slot < graph.firstSlot(s + 1); slot++) {
                int peer = graph.peer(slot);
                if (height[s] >= 0 && height[s] == height[peer]) {
                    throw new UnroutableException(engine + " expects a fat tree, and in " + fabric.name()
                            + " the cable "
                            + fabric.linkName(fabric.link(s, graph.port(slot))) + " joins two switches that are both "
                            + height[s] + " links above the NICs; updown routes any topology");
                }
            }
        }
    }
}
