package org.reweave.emulator.placement;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Deque;
import java.util.List;
import java.util.stream.IntStream;
import org.reweave.emulator.link.Wiring;

/**
 * Divides devices into parts, with few and long links between parts. Results of conservative runs never depend on the
 * partition, which decides only how many frames cross from part to part, and how long parts wait for each other.
 *
 * <p>Parts of given loads come from {@link GraphBisection}. Islands of a given number of devices are grown: the size of
 * an island is a part of what a lax run is, so that the islands of a journal's run must come out again.
 */
public final class Partition {
    private Partition() {}

    /**
     * Islands grown breadth-first: each begins beside the ones before it, and a device draws in the neighbours that
     * only it leads to (its NICs) before any other.
     *
     * @param size devices per island; the last one may have fewer
     * @return device numbers by island, each ascending; every device once
     */
    public static List<List<Integer>> ofSize(Wiring wiring, int size) {
        if (size < 1) {
            throw new IllegalArgumentException("island size " + size + " < 1");
        }
        List<Integer> order = growthOrder(wiring);
        List<List<Integer>> islands = new ArrayList<>();
        for (int from = 0; from < order.size(); from += size) {
            List<Integer> island = new ArrayList<>(order.subList(from, Math.min(from + size, order.size())));
            island.sort(null);
            islands.add(island);
        }
        return islands;
    }

    /** @param count islands of nearly equal load; as many as there are devices at most */
    public static List<List<Integer>> into(Wiring wiring, int count) {
        return islands(wiring, new int[] {count}).stream()
                .filter(island -> !island.isEmpty())
                .toList();
    }

    /**
     * Divides groups of devices, which stay together.
     *
     * @param groups device numbers by group; together every device once
     * @param shares of the load by part, in proportion to each other
     * @return part by group
     */
    public static int[] parts(Wiring wiring, List<List<Integer>> groups, int[] shares) {
        return parts(LoadGraph.of(wiring, groups), shares);
    }

    /**
     * Divides devices twice: into parts, and each part into islands of equal load.
     *
     * @param islands by part
     * @return device numbers by island, those of the first part first; each ascending
     */
    public static List<List<Integer>> islands(Wiring wiring, int[] islands) {
        List<List<Integer>> singles =
                IntStream.range(0, wiring.devices()).mapToObj(List::of).toList();
        LoadGraph graph = LoadGraph.of(wiring, singles);
        int[] partOf = parts(graph, islands);
        List<List<Integer>> all = new ArrayList<>();
        for (int part = 0; part < islands.length; part++) {
            int number = part;
            int[] members = IntStream.range(0, partOf.length)
                    .filter(device -> partOf[device] == number)
                    .toArray();
            int[] shares = new int[islands[part]];
            Arrays.fill(shares, 1);
            int[] islandOf = parts(graph.among(members), shares);
            for (int island = 0; island < shares.length; island++) {
                List<Integer> devices = new ArrayList<>();
                for (int i = 0; i < members.length; i++) {
                    if (islandOf[i] == island) {
                        devices.add(members[i]);
                    }
                }
                all.add(devices);
            }
        }
        return all;
    }

    private static int[] parts(LoadGraph graph, int[] shares) {
        int[] partOf = new int[graph.size()];
        divide(graph, IntStream.range(0, graph.size()).toArray(), shares, 0, shares.length, partOf);
        return partOf;
    }

    /** Divides some vertices among the parts from..to. */
    private static void divide(LoadGraph graph, int[] vertices, int[] shares, int from, int to, int[] partOf) {
        if (to - from == 1) {
            for (int vertex : vertices) {
                partOf[vertex] = from;
            }
            return;
        }
        int middle = (from + to) / 2;
        long left = IntStream.range(from, middle).mapToLong(i -> shares[i]).sum();
        long all = IntStream.range(from, to).mapToLong(i -> shares[i]).sum();
        LoadGraph some = graph.among(vertices);
        boolean[] right = GraphBisection.of(some, some.totalLoad() * left / all);
        divide(graph, side(vertices, right, false), shares, from, middle, partOf);
        divide(graph, side(vertices, right, true), shares, middle, to, partOf);
    }

    private static int[] side(int[] vertices, boolean[] right, boolean side) {
        return IntStream.range(0, vertices.length)
                .filter(i -> right[i] == side)
                .map(i -> vertices[i])
                .toArray();
    }

    private static List<Integer> growthOrder(Wiring wiring) {
        List<Integer> order = new ArrayList<>();
        boolean[] seen = new boolean[wiring.devices()];
        for (int start = 0; start < wiring.devices(); start++) {
            if (!seen[start]) {
                grow(wiring, start, seen, order);
            }
        }
        return order;
    }

    private static void grow(Wiring wiring, int start, boolean[] seen, List<Integer> order) {
        Deque<Integer> next = new ArrayDeque<>();
        seen[start] = true;
        next.add(start);
        while (!next.isEmpty()) {
            int device = next.remove();
            order.add(device);
            for (int peer : wiring.peerDevice()[device]) {
                if (peer >= 0 && !seen[peer]) {
                    seen[peer] = true;
                    if (degree(wiring, peer) == 1) {
                        next.addFirst(peer);
                    } else {
                        next.addLast(peer);
                    }
                }
            }
        }
    }

    private static int degree(Wiring wiring, int device) {
        int degree = 0;
        for (int peer : wiring.peerDevice()[device]) {
            degree += peer >= 0 ? 1 : 0;
        }
        return degree;
    }
}
