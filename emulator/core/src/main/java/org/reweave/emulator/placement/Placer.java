package org.reweave.emulator.placement;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import org.reweave.emulator.link.Wiring;

/** Divides devices into parts of given shares of the load, with few and long links between parts. */
public final class Placer {
    private Placer() {}

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
        boolean[] right = Bisection.of(some, some.totalLoad() * left / all);
        divide(graph, side(vertices, right, false), shares, from, middle, partOf);
        divide(graph, side(vertices, right, true), shares, middle, to, partOf);
    }

    private static int[] side(int[] vertices, boolean[] right, boolean side) {
        return IntStream.range(0, vertices.length)
                .filter(i -> right[i] == side)
                .map(i -> vertices[i])
                .toArray();
    }
}
