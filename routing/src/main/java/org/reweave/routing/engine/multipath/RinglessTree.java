package org.reweave.routing.engine.multipath;

import org.reweave.routing.topology.SwitchGraph;

/**
 * Dimension-order routing on a torus that never goes around a ring: a tree for tables with one LID that crosses few
 * forbidden turns. Not thread-safe.
 */
final class RinglessTree {
    private final SwitchGraph graph;
    private final TorusSides sides;
    private final SpftrLanes lanes;
    private final int[] slots;

    RinglessTree(SwitchGraph graph, TorusSides sides, SpftrLanes lanes) {
        this.graph = graph;
        this.sides = sides;
        this.lanes = lanes;
        this.slots = new int[graph.switchCount()];
    }

    /** @return slot by switch, empty when some path lacks a link or is not legal on any SL */
    int[] toward(int destination) {
        for (int first = 0; first < 2; first++) {
            int[] tree = new int[graph.switchCount()];
            for (int s = 0; s < tree.length; s++) {
                tree[s] = s == destination ? -1 : sides.slot(s, inward(s, destination, first == 0));
            }
            if (legal(tree, destination)) {
                return tree;
            }
        }
        return new int[0];
    }

    private int inward(int s, int destination, boolean ascending) {
        for (int i = 0; i < sides.dimensions(); i++) {
            int d = ascending ? i : sides.dimensions() - 1 - i;
            int away = sides.coordinate(destination, d) - sides.coordinate(s, d);
            if (away != 0) {
                return 2 * d + (away > 0 ? 1 : 0);
            }
        }
        throw new IllegalStateException("switch " + s + " is the destination");
    }

    private boolean legal(int[] tree, int destination) {
        for (int s = 0; s < tree.length; s++) {
            int count = 0;
            for (int at = s; at != destination; at = graph.peer(slots[count++])) {
                if (tree[at] < 0) {
                    return false;
                }
                slots[count] = tree[at];
            }
            if (lanes.legalLevels(slots, count) == 0) {
                return false;
            }
        }
        return true;
    }
}
