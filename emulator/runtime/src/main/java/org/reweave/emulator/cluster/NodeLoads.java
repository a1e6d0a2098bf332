package org.reweave.emulator.cluster;

import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.reweave.emulator.cluster.messages.Carried;
import org.reweave.emulator.cluster.messages.Load;
import org.reweave.emulator.governor.ClusterSpread;

/** The load of each node of a run, which the node reports every second; written by actors, read by any thread. */
final class NodeLoads {
    private final Map<String, Load[]> byNode = new TreeMap<>(); // the last two of each
    private int[] threads = {};
    private long cutLinks;
    private double imbalance;

    /** An incarnation begins. */
    synchronized void begin(int[] threadsOfNodes, long links, double unequal) {
        byNode.clear();
        imbalance = unequal;
        threads = threadsOfNodes.clone();
        cutLinks = links;
    }

    synchronized void say(String address, Load load) {
        Load[] before = byNode.get(address);
        byNode.put(address, new Load[] {before == null ? Load.NONE : before[1], load});
    }

    /**
     * {@code 24 links cut, 15,300 frames and 2,100 bundles/s, nodes waiting 38% 29% of the time}; empty = not known
     * yet.
     */
    synchronized String inWords() {
        if (byNode.isEmpty() || byNode.size() != threads.length) {
            return "";
        }
        double frames = 0;
        double bundles = 0;
        for (Load[] two : byNode.values()) {
            double seconds = Math.max(1, two[1].nanos() - two[0].nanos()) / 1e9;
            frames += (two[1].carried().frames() - two[0].carried().frames()) / seconds;
            bundles += (two[1].carried().bundles() - two[0].carried().bundles()) / seconds;
        }
        int[] node = {0};
        String busy = byNode.values().stream()
                .map(two -> share(two, threads[node[0]++]))
                .collect(Collectors.joining(" "));
        return String.format(
                Locale.ROOT,
                "%d links cut, %,.0f frames and %,.0f bundles/s, nodes waiting %s of the time",
                cutLinks,
                frames,
                bundles,
                busy);
    }

    /** Everything since the beginning of the incarnation; complete when all nodes have finished. */
    synchronized ClusterSpread spread() {
        Carried carried = Carried.NONE;
        double cpuNanos = 0;
        double busyNanos = 0;
        double nanos = 0;
        long longest = 0;
        int node = 0;
        for (Load[] two : byNode.values()) {
            carried = carried.plus(two[1].carried());
            cpuNanos += two[1].cpuNanos();
            busyNanos += two[1].busyNanos();
            nanos += (double) two[1].nanos() * threads[node++];
            longest = Math.max(longest, two[1].nanos());
        }
        return new ClusterSpread(
                threads.length,
                cutLinks,
                imbalance,
                carried.frames(),
                carried.bundles(),
                carried.bytes(),
                longest / 1e9,
                nanos == 0 ? 0 : Math.min(1, Math.max(0, 1 - busyNanos / nanos)),
                cpuNanos / 1e9);
    }

    private static String share(Load[] two, int threads) {
        return Math.round(100 * waiting(Optional.of(two[0]), two[1], threads)) + "%";
    }

    /**
     * The share of time in which a node's threads have not run devices: the threads waited for peers, or for a
     * processor.
     *
     * @param before what the node has said before; empty = nothing
     */
    static double waiting(Optional<Load> before, Load now, int threads) {
        Load from = before.orElse(Load.NONE);
        double nanos = Math.max(1, (now.nanos() - from.nanos()) * (double) threads);
        return Math.min(1, Math.max(0, 1 - (now.busyNanos() - from.busyNanos()) / nanos));
    }
}
