package org.reweave.routing.engine;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.reweave.routing.table.RoutingTables;
import org.reweave.routing.topology.Fabric;
import org.reweave.routing.topology.Faults;

/**
 * Finds turns from down to up in installed tables. Shares no code with the engine: it orders the switches itself, from
 * the rule for trees in the thesis, and follows the tables port by port.
 */
public final class UpDownLegality {
    private final Fabric fabric;
    private final Faults faults;
    private final int[] rank;
    private int ranked;

    private UpDownLegality(Fabric fabric, Faults faults) {
        this.fabric = fabric;
        this.faults = faults;
        this.rank = new int[fabric.switchCount()];
        Arrays.fill(rank, Integer.MAX_VALUE);
    }

    /**
     * @param root a switch, or -1 for the one nearest to all others of its part
     * @return descriptions of the illegal paths, from any switch to any LID
     */
    public static List<String> violations(RoutingTables tables, Faults faults, boolean depthFirst, int root) {
        UpDownLegality legality = new UpDownLegality(tables.fabric(), faults);
        for (int s = 0; s < legality.rank.length; s++) {
            int[] fromHere = legality.levels(s);
            if (legality.rank[s] == Integer.MAX_VALUE && faults.deviceUp(s)) {
                int top = root >= 0 && fromHere[root] >= 0 ? root : legality.middle(fromHere);
                if (depthFirst) {
                    legality.visit(top, new int[legality.rank.length]);
                } else {
                    legality.rankLevels(legality.levels(top));
                }
            }
        }
        List<String> found = new ArrayList<>();
        for (int lid = 1; lid <= tables.lidMax(); lid++) {
            for (int s = 0; s < legality.rank.length; s++) {
                legality.follow(tables, s, lid, found);
            }
        }
        return found;
    }

    private List<Integer> neighbours(int s) {
        List<Integer> found = new ArrayList<>();
        for (int port = 1; port <= fabric.portCount(s); port++) {
            int peer = fabric.peer(s, port);
            if (peer >= 0 && peer != s && fabric.isSwitch(peer) && faults.portUp(fabric, s, port)) {
                found.add(peer);
            }
        }
        return found;
    }

    private int[] levels(int from) {
        int[] level = new int[rank.length];
        Arrays.fill(level, -1);
        level[from] = 0;
        ArrayDeque<Integer> queue = new ArrayDeque<>(List.of(from));
        while (!queue.isEmpty()) {
            int s = queue.remove();
            for (int peer : neighbours(s)) {
                if (level[peer] < 0) {
                    level[peer] = level[s] + 1;
                    queue.add(peer);
                }
            }
        }
        return level;
    }

    private int middle(int[] part) {
        int best = -1;
        int least = Integer.MAX_VALUE;
        for (int s = 0; s < part.length; s++) {
            if (part[s] >= 0) {
                int sum = Arrays.stream(levels(s)).filter(l -> l > 0).sum();
                if (sum < least) {
                    least = sum;
                    best = s;
                }
            }
        }
        return best;
    }

    private void rankLevels(int[] level) {
        for (int s = 0; s < level.length; s++) {
            if (level[s] >= 0) {
                rank[s] = level[s] * level.length + s;
            }
        }
    }

    private void visit(int s, int[] visitedLinks) {
        rank[s] = ranked++;
        neighbours(s).forEach(peer -> visitedLinks[peer]++);
        while (true) {
            int child = neighbours(s).stream()
                    .filter(peer -> rank[peer] == Integer.MAX_VALUE)
                    .reduce((a, b) -> {
                        int more = visitedLinks[b] - visitedLinks[a];
                        return more > 0 || more == 0 && b < a ? b : a;
                    })
                    .orElse(-1);
            if (child < 0) {
                return;
            }
            visit(child, visitedLinks);
        }
    }

    private void follow(RoutingTables tables, int from, int lid, List<String> found) {
        String path = fabric.deviceName(from);
        boolean down = false;
        int s = from;
        for (int hops = 0; hops <= rank.length; hops++) {
            int port = tables.outPort(s, lid);
            int peer = port == 0 || port == RoutingTables.UNREACHABLE ? -1 : fabric.peer(s, port);
            if (peer < 0 || !fabric.isSwitch(peer)) {
                return;
            }
            path += " -> " + fabric.deviceName(peer);
            boolean up = rank[peer] < rank[s];
            if (up && down) {
                found.add("LID " + lid + " goes up after down: " + path);
                return;
            }
            down |= !up;
            s = peer;
        }
        found.add("LID " + lid + " loops: " + path);
    }
}
