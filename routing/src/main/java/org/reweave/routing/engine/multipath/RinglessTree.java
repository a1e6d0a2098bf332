package org.reweave.routing.engine.multipath;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.reweave.routing.topology.SwitchGraph;

/**
 * Dimension-order routing on a torus that never goes around a ring: trees for tables with one LID that cross few
 * forbidden turns, one for each order of the dimensions. Not thread-safe.
 */
final class RinglessTree {
    private final SwitchGraph graph;
    private final TorusSides sides;
    private final SpftrLanes lanes;
    private final int[] slots;
    private final List<int[]> orders = new ArrayList<>(); // all orders of the dimensions

    RinglessTree(SwitchGraph graph, TorusSides sides, SpftrLanes lanes) {
        this.graph = graph;
        this.sides = sides;
        this.lanes = lanes;
        this.slots = new int[graph.switchCount()];
        addOrders(new int[sides.dimensions()], 0);
    }

    /** @param order of which the first dimensions are chosen */
    private void addOrders(int[] order, int chosen) {
        if (chosen == order.length) {
            orders.add(order.clone());
        }
        for (int d = 0; d < order.length && chosen < order.length; d++) {
            boolean isTaken = false;
            for (int before = 0; before < chosen; before++) {
                isTaken |= order[before] == d;
            }
            if (!isTaken) {
                order[chosen] = d;
                addOrders(order, chosen + 1);
            }
        }
    }

    /**
     * The trees to a destination, without the switches whose way lacks a link or is not legal on any SL.
     *
     * @return for each order of the dimensions: slot by switch, -1 at the destination and at those switches
     */
    Stream<int[]> toward(int destination) {
        return orders.stream().map(order -> toward(destination, order));
    }

    private int[] toward(int destination, int[] order) {
        int[] tree = new int[graph.switchCount()];
        for (int s = 0; s < tree.length; s++) {
            tree[s] = s == destination ? -1 : sides.slot(s, inward(s, destination, order));
        }
        keepLegal(tree, destination);
        return tree;
    }

    private int inward(int s, int destination, int[] order) {
        for (int d : order) {
            int away = sides.coordinate(destination, d) - sides.coordinate(s, d);
            if (away != 0) {
                return 2 * d + (away > 0 ? 1 : 0);
            }
        }
        throw new IllegalStateException("switch " + s + " is the destination");
    }

    /**
     * Takes out the switches without a legal way. The rest of a legal way is legal, so no way that is left breaks off.
     */
    private void keepLegal(int[] tree, int destination) {
        boolean[] isLegal = new boolean[tree.length];
        for (int s = 0; s < tree.length; s++) {
            int count = 0;
            int at = s;
            while (at != destination && tree[at] >= 0) {
                slots[count] = tree[at];
                at = graph.peer(slots[count++]);
            }
            isLegal[s] = at == destination && lanes.legalLevels(slots, count) != 0;
        }
        for (int s = 0; s < tree.length; s++) {
            tree[s] = isLegal[s] ? tree[s] : -1;
        }
    }
}
