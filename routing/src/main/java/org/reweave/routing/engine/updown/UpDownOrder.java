package org.reweave.routing.engine.updown;

import java.util.Arrays;
import java.util.Locale;
import java.util.function.IntUnaryOperator;
import org.reweave.routing.engine.build.TableFiller;
import org.reweave.routing.engine.spi.EngineOption;
import org.reweave.routing.engine.spi.EngineOptions;
import org.reweave.routing.engine.spi.UnroutableException;
import org.reweave.routing.model.NearestName;
import org.reweave.routing.topology.Fabric;
import org.reweave.routing.topology.SwitchGraph;

/**
 * The total order of switches that gives every link its direction: up is towards the switch of lower rank. Each
 * connected part of the fabric has a tree of its own. Source: thesis §2.1.7.4, Fig. 2.12 (BFS), §4.2.1 (DFS).
 * Deviation: ties that the sources leave open go to the lowest switch index.
 */
public final class UpDownOrder {
    /** How the spanning tree is grown. */
    public enum Tree {
        /** Rank by (level, switch index). */
        BFS,
        /**
         * Rank by preorder; the next child is the neighbour with most links to switches visited already, then the
         * lowest index.
         */
        DFS;

        /** The tree of a value of {@link #TREE}. */
        public static Tree of(String word) {
            return valueOf(word.toUpperCase(Locale.ROOT));
        }
    }

    /** The option {@code tree} of engines. */
    public static final EngineOption TREE =
            EngineOption.words("tree", "spanning tree that ranks the switches", "bfs", "dfs");

    /** The option {@code root} of engines. */
    public static final EngineOption ROOT =
            EngineOption.text("root", "auto", "switch at the top of its part, or auto: the most central one");

    private final int[] rank; // [switch]; -1 = failed
    private final int[] root; // [switch]; -1 = failed

    private UpDownOrder(int[] rank, int[] root) {
        this.rank = rank;
        this.root = root;
    }

    /** The order that options {@link #TREE} and {@link #ROOT} of an engine ask for. */
    public static UpDownOrder of(Fabric fabric, SwitchGraph graph, String engine, EngineOptions options) {
        return of(fabric, graph, Tree.of(TREE.of(engine, options)), ROOT.of(engine, options));
    }

    /**
     * Orders the working switches.
     *
     * @param rootName {@code auto} = in each connected part the switch with least average distance to the others, ties
     *     to the lowest index; or a switch's name, for the part it is in
     * @throws IllegalArgumentException when no switch has that name
     * @throws UnroutableException when that switch has failed
     */
    public static UpDownOrder of(Fabric fabric, SwitchGraph graph, Tree tree, String rootName) {
        int named = rootName.equals("auto") ? -1 : namedRoot(fabric, graph, rootName);
        return of(graph, tree, part -> named >= 0 && graph.component(named) == part ? named : central(graph, part));
    }

    /**
     * Orders the working switches below given roots.
     *
     * @param topOfPart the root of a connected part, which is named by its lowest switch
     */
    public static UpDownOrder of(SwitchGraph graph, Tree tree, IntUnaryOperator topOfPart) {
        int[] rank = TableFiller.unset(graph);
        int[] root = TableFiller.unset(graph);
        int next = 0;
        for (int part = 0; part < graph.switchCount(); part++) {
            if (graph.component(part) != part) {
                continue;
            }
            int top = topOfPart.applyAsInt(part);
            next = tree == Tree.BFS ? rankByLevel(graph, top, next, rank) : rankByPreorder(graph, top, next, rank);
            for (int s = part; s < root.length; s++) {
                if (graph.component(s) == part) {
                    root[s] = top;
                }
            }
        }
        return new UpDownOrder(rank, root);
    }

    /**
     * Orders the working switches by height, highest first, ties to the lowest switch index.
     *
     * @param height [switch], from 0; failed switches are left out
     */
    public static UpDownOrder byHeight(SwitchGraph graph, int[] height) {
        int[] rank = TableFiller.unset(graph);
        int[] root = TableFiller.unset(graph);
        int next = 0;
        for (int h = Arrays.stream(height).max().orElse(0); h >= 0; h--) {
            for (int s = 0; s < height.length; s++) {
                if (height[s] == h && graph.up(s)) {
                    rank[s] = next++;
                    root[s] = graph.component(s);
                }
            }
        }
        return new UpDownOrder(rank, root);
    }

    private static int namedRoot(Fabric fabric, SwitchGraph graph, String name) {
        int device = fabric.deviceByName(name);
        if (device < 0 || !fabric.isSwitch(device)) {
            String nearest = NearestName.of(name, fabric.deviceNames().subList(0, fabric.switchCount()));
            throw new IllegalArgumentException("updown: root=" + name + " is not a switch of " + fabric.name()
                    + "; the nearest name is " + nearest + ", and root=auto chooses one");
        }
        if (!graph.up(device)) {
            throw new UnroutableException("updown: root=" + name + " has failed; name another switch or use root=auto");
        }
        return device;
    }

    /** The switch of a part with the least sum of distances to the others. */
    static int central(SwitchGraph graph, int part) {
        int[] distance = new int[graph.switchCount()];
        int best = -1;
        long least = Long.MAX_VALUE;
        for (int s = part; s < distance.length; s++) {
            if (graph.component(s) != part) {
                continue;
            }
            graph.distances(s, distance);
            long sum = 0;
            for (int hops : distance) {
                sum += Math.max(hops, 0);
            }
            if (sum < least) {
                least = sum;
                best = s;
            }
        }
        return best;
    }

    private static int rankByLevel(SwitchGraph graph, int top, int next, int[] rank) {
        int[] level = new int[graph.switchCount()];
        graph.distances(top, level);
        int deepest = Arrays.stream(level).max().orElse(0);
        for (int l = 0; l <= deepest; l++) {
            for (int s = 0; s < level.length; s++) {
                if (level[s] == l) {
                    rank[s] = next++;
                }
            }
        }
        return next;
    }

    private static int rankByPreorder(SwitchGraph graph, int top, int next, int[] rank) {
        int[] visitedLinks = new int[graph.switchCount()];
        int[] path = new int[graph.switchCount()];
        int depth = 0;
        int visiting = top;
        while (true) {
            if (visiting >= 0) {
                rank[visiting] = next++;
                path[depth++] = visiting;
                for (int slot = graph.firstSlot(visiting); slot < graph.firstSlot(visiting + 1); slot++) {
                    visitedLinks[graph.peer(slot)]++;
                }
            } else if (--depth == 0) {
                return next;
            }
            visiting = nextChild(graph, path[depth - 1], rank, visitedLinks);
        }
    }

    private static int nextChild(SwitchGraph graph, int parent, int[] rank, int[] visitedLinks) {
        int child = -1;
        for (int slot = graph.firstSlot(parent); slot < graph.firstSlot(parent + 1); slot++) {
            int peer = graph.peer(slot);
            if (rank[peer] >= 0) {
                continue;
            }
            boolean better = child < 0
                    || visitedLinks[peer] > visitedLinks[child]
                    || visitedLinks[peer] == visitedLinks[child] && peer < child;
            if (better) {
                child = peer;
            }
        }
        return child;
    }

    /** Position in the total order, lowest at a root; -1 for a failed switch. */
    public int rank(int switchDevice) {
        return rank[switchDevice];
    }

    /** The root of the part a switch is in; -1 for a failed switch. */
    public int root(int switchDevice) {
        return root[switchDevice];
    }

    /** Whether a hop between these neighbours goes up. */
    public boolean isUp(int fromSwitch, int toSwitch) {
        return rank[toSwitch] < rank[fromSwitch];
    }

    /** The switches of all parts, each part's root first. */
    int[] byRank() {
        int[] order = new int[(int) Arrays.stream(rank).filter(r -> r >= 0).count()];
        for (int s = 0; s < rank.length; s++) {
            if (rank[s] >= 0) {
                order[rank[s]] = s;
            }
        }
        return order;
    }
}
