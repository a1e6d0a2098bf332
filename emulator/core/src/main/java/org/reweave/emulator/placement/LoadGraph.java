package org.reweave.emulator.placement;

import java.util.Arrays;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.IntStream;
import org.reweave.emulator.link.Wiring;

/**
 * Vertices with a load each, and edges with the cost of cutting them.
 *
 * @param load by vertex
 * @param neighbours by vertex, ascending
 * @param cost by vertex and index of the neighbour; the same in both directions
 */
record LoadGraph(long[] load, int[][] neighbours, long[][] cost) {
    /** Largest cost of cutting a link; the cost is the longest latency of the network over the link's own latency. */
    private static final long DEAREST = 1000;

    /**
     * The devices of a network, each vertex a group of them.
     *
     * <p>All links are expected to carry equal loads, so a device's load is its number of links. Cutting a link costs
     * the more, the shorter it is: its ends wait for each other once in each of its latencies.
     *
     * @param groups device numbers by vertex; together every device once
     */
    static LoadGraph of(Wiring wiring, List<List<Integer>> groups) {
        int[] groupOf = new int[wiring.devices()];
        for (int group = 0; group < groups.size(); group++) {
            for (int device : groups.get(group)) {
                groupOf[device] = group;
            }
        }
        long longest = wiring.largestLatency();
        Builder builder = new Builder(groups.size());
        for (int device = 0; device < wiring.devices(); device++) {
            for (int channel = 0; channel < wiring.channels(device); channel++) {
                int peer = wiring.peerDevice()[device][channel];
                if (peer >= 0) {
                    builder.load[groupOf[device]]++;
                    builder.edge(
                            groupOf[device],
                            groupOf[peer],
                            Math.min(DEAREST, longest / wiring.latency()[device][channel]));
                }
            }
        }
        return builder.build();
    }

    int size() {
        return load.length;
    }

    long totalLoad() {
        return Arrays.stream(load).sum();
    }

    /** The graph in which the vertices of each group are one. */
    LoadGraph merged(int[] groupOf, int groups) {
        Builder builder = new Builder(groups);
        for (int vertex = 0; vertex < size(); vertex++) {
            builder.load[groupOf[vertex]] += load[vertex];
            for (int i = 0; i < neighbours[vertex].length; i++) {
                builder.edge(groupOf[vertex], groupOf[neighbours[vertex][i]], cost[vertex][i]);
            }
        }
        return builder.build();
    }

    /** The graph of some vertices, in the order given, and the edges between them. */
    LoadGraph among(int[] vertices) {
        int[] indexOf = new int[size()];
        Arrays.fill(indexOf, -1);
        for (int i = 0; i < vertices.length; i++) {
            indexOf[vertices[i]] = i;
        }
        Builder builder = new Builder(vertices.length);
        for (int i = 0; i < vertices.length; i++) {
            int vertex = vertices[i];
            builder.load[i] = load[vertex];
            for (int j = 0; j < neighbours[vertex].length; j++) {
                if (indexOf[neighbours[vertex][j]] >= 0) {
                    builder.edge(i, indexOf[neighbours[vertex][j]], cost[vertex][j]);
                }
            }
        }
        return builder.build();
    }

    private static final class Builder {
        private final long[] load;
        private final List<SortedMap<Integer, Long>> edges;

        Builder(int size) {
            load = new long[size];
            edges = IntStream.range(0, size)
                    .<SortedMap<Integer, Long>>mapToObj(vertex -> new TreeMap<>())
                    .toList();
        }

        /** Adds cost to the edge from one vertex to another, in this direction only. */
        void edge(int from, int to, long cost) {
            if (from != to) {
                edges.get(from).merge(to, cost, Long::sum);
            }
        }

        LoadGraph build() {
            int[][] neighbours = new int[load.length][];
            long[][] cost = new long[load.length][];
            for (int vertex = 0; vertex < load.length; vertex++) {
                neighbours[vertex] = edges.get(vertex).keySet().stream()
                        .mapToInt(Integer::intValue)
                        .toArray();
                cost[vertex] = edges.get(vertex).values().stream()
                        .mapToLong(Long::longValue)
                        .toArray();
            }
            return new LoadGraph(load, neighbours, cost);
        }
    }
}
