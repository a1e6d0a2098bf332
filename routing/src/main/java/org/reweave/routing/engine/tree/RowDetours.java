package org.reweave.routing.engine.tree;

import java.util.HashSet;
import java.util.Set;
import org.reweave.routing.engine.build.FixedHopRule;
import org.reweave.routing.engine.updown.UpDown;
import org.reweave.routing.engine.updown.UpDownOrder;
import org.reweave.routing.kns.KnsGrid;
import org.reweave.routing.topology.Fabric;
import org.reweave.routing.topology.Faults;
import org.reweave.routing.topology.SwitchGraph;

/**
 * The ways through those rows' trees of a KNS network that have lost a link or a switch: up*&#47;down* in each tree,
 * which joins whatever is still connected there. Such ways stay within the row, so dimensions rise as before. Source:
 * KNS §4.3, "a specific methodology to tolerate faults will be used locally on each subnetwork"; which one is ours.
 */
final class RowDetours {
    private final int[][] next; // [switch] null = its tree is whole, else by the destination's place in the row

    private RowDetours(int[][] next) {
        this.next = next;
    }

    /** None are needed. */
    static RowDetours none(Fabric fabric) {
        return new RowDetours(new int[fabric.switchCount()][]);
    }

    static RowDetours of(KnsGrid grid, Faults faults) {
        Fabric fabric = grid.fabric();
        int[][] next = new int[fabric.switchCount()][];
        if (grid.stages() > 1) {
            Faults routers = Faults.none();
            for (int router = 0; router < grid.routerCount(); router++) {
                routers = routers.withDevice(grid.device(router));
            }
            SwitchGraph whole = SwitchGraph.of(fabric, routers);
            Set<Integer> damaged = damagedRows(grid, faults, whole);
            if (!damaged.isEmpty()) {
                fill(grid, SwitchGraph.of(fabric, routers.and(faults)), whole, damaged, next);
            }
        }
        return new RowDetours(next);
    }

    /** Rows, each named by its component among the whole trees, that lack a link between two switches of the tree. */
    private static Set<Integer> damagedRows(KnsGrid grid, Faults faults, SwitchGraph whole) {
        Fabric fabric = grid.fabric();
        Set<Integer> damaged = new HashSet<>();
        for (int link = 0; link < fabric.linkCount(); link++) {
            boolean inside = fabric.isTrunk(link)
                    && grid.router(fabric.linkDevice(link, 0)) < 0
                    && grid.router(fabric.linkDevice(link, 1)) < 0;
            if (inside && !faults.linkUp(fabric, link)) {
                damaged.add(whole.component(fabric.linkDevice(link, 0)));
            }
        }
        return damaged;
    }

    private static void fill(KnsGrid grid, SwitchGraph working, SwitchGraph whole, Set<Integer> damaged, int[][] next) {
        UpDown.Rule rule =
                new UpDown.Rule(working, UpDownOrder.of(grid.fabric(), working, UpDownOrder.Tree.BFS, "auto"));
        for (int router = 0; router < grid.routerCount(); router++) {
            for (int dimension = 0; dimension < grid.n(); dimension++) {
                int bottom = grid.network(router, dimension);
                if (!damaged.contains(whole.component(bottom))) {
                    continue;
                }
                int place = grid.coordinate(router, dimension);
                if (working.up(bottom)) {
                    rule.toward(bottom, -1);
                }
                for (int s = 0; s < next.length; s++) {
                    if (whole.component(s) == whole.component(bottom)) {
                        next[s] = next[s] == null ? new int[grid.k()] : next[s];
                        next[s][place] = hop(working, rule, s, bottom, place);
                    }
                }
            }
        }
    }

    /** One of the neighbours that up*&#47;down* allows, spread over them by the destination's place. */
    private static int hop(SwitchGraph working, UpDown.Rule rule, int here, int bottom, int place) {
        if (here == bottom || !working.connected(here, bottom)) {
            return FixedHopRule.NONE;
        }
        int allowed = 0;
        for (int slot = working.firstSlot(here); slot < working.firstSlot(here + 1); slot++) {
            allowed += rule.allows(here, slot) ? 1 : 0;
        }
        int left = place % allowed;
        for (int slot = working.firstSlot(here); ; slot++) {
            if (rule.allows(here, slot) && left-- == 0) {
                return working.peer(slot);
            }
        }
    }

    /** Whether a switch belongs to a tree that is not whole. */
    boolean cover(int switchDevice) {
        return next[switchDevice] != null;
    }

    /**
     * The next switch of such a tree towards the bottom switch of a router of the row.
     *
     * @param place the router's coordinate in the row
     * @return {@link FixedHopRule#NONE} at that bottom switch itself, or when no way is left
     */
    int next(int switchDevice, int place) {
        return next[switchDevice][place];
    }
}
