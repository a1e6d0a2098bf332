package org.reweave.emulator.cluster;

import java.nio.ByteBuffer;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;
import java.util.stream.IntStream;
import org.reweave.emulator.actor.ActorDriver;
import org.reweave.emulator.cluster.messages.ClusterException;
import org.reweave.emulator.cluster.messages.Economies;
import org.reweave.emulator.drive.Placement;
import org.reweave.emulator.link.Wiring;
import org.reweave.emulator.network.Network;
import org.reweave.emulator.placement.Partition;
import org.reweave.emulator.scenario.RunParameters;

/**
 * Which island each device is in, and which node hosts each island: a function of the network and of the nodes'
 * threads, the same on every machine.
 *
 * @param islands device numbers by island
 * @param nodeOf node by island
 * @param threads by node
 */
public record NodePlacement(List<List<Integer>> islands, int[] nodeOf, int[] threads) {
    /**
     * Places devices so that nodes have loads in proportion to their threads and few links lead from node to node.
     *
     * @param islandSize devices an island; {@link ActorDriver#AUTO}, {@link ActorDriver#BY_SIZE} = an island for each
     *     thread of a node
     * @param threads by node
     * @throws ClusterException when a node would be left without devices
     */
    public static NodePlacement of(Network network, int islandSize, int[] threads) {
        return of(network, islandSize, threads, Economies.ALL);
    }

    /** The same, perhaps without looking at links. */
    static NodePlacement of(Network network, int islandSize, int[] threads, Economies economies) {
        Wiring wiring = network.wiring();
        RunParameters run = network.resolved().scenario().run();
        NodePlacement placement;
        if (run.isLax() || islandSize >= 1) {
            List<List<Integer>> islands =
                    Partition.ofSize(wiring, run.isLax() ? run.laxity().islandSize() : islandSize);
            int[] nodeOf = economies.placement()
                    ? Partition.parts(wiring, islands, threads)
                    : IntStream.range(0, islands.size())
                            .map(island -> island % threads.length)
                            .toArray();
            placement = new NodePlacement(islands, nodeOf, threads);
        } else {
            placement = islandPerThread(
                    economies.placement() ? Partition.islands(wiring, threads) : dealt(wiring, threads), threads);
        }
        for (int node = 0; node < threads.length; node++) {
            if (placement.devicesOn(node).isEmpty()) {
                throw new ClusterException("the network has " + wiring.devices() + " devices in "
                        + placement.islands.size() + " islands, too few for " + threads.length + " nodes; use fewer");
            }
        }
        return placement;
    }

    /** @return device numbers by island, an island for each thread */
    private static List<List<Integer>> dealt(Wiring wiring, int[] threads) {
        int count = IntStream.of(threads).sum();
        return IntStream.range(0, count)
                .mapToObj(island -> IntStream.iterate(
                                island, device -> device < wiring.devices(), device -> device + count)
                        .boxed()
                        .toList())
                .toList();
    }

    private static NodePlacement islandPerThread(List<List<Integer>> all, int[] threads) {
        List<List<Integer>> islands = new ArrayList<>();
        List<Integer> nodeOf = new ArrayList<>();
        int island = 0;
        for (int node = 0; node < threads.length; node++) {
            for (int thread = 0; thread < threads[node]; thread++) {
                List<Integer> devices = all.get(island++);
                if (!devices.isEmpty()) {
                    islands.add(devices);
                    nodeOf.add(node);
                }
            }
        }
        return new NodePlacement(
                islands, nodeOf.stream().mapToInt(Integer::intValue).toArray(), threads);
    }

    /** SHA-256, in hexadecimal. */
    String digest() {
        try {
            MessageDigest digest = MessageDigest.getInstance("SHA-256");
            int[] islandOf = Placement.of(islands).islandOf();
            ByteBuffer words = ByteBuffer.allocate((islandOf.length + nodeOf.length) * Integer.BYTES);
            for (int island : islandOf) {
                words.putInt(island);
            }
            for (int node : nodeOf) {
                words.putInt(node);
            }
            return HexFormat.of().formatHex(digest.digest(words.array()));
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java has SHA-256", e);
        }
    }

    /** Devices that a node hosts. */
    List<Integer> devicesOn(int node) {
        return IntStream.range(0, nodeOf.length)
                .filter(island -> nodeOf[island] == node)
                .mapToObj(islands::get)
                .flatMap(List::stream)
                .toList();
    }

    /** The node of each device. */
    int[] nodeOfDevice() {
        int[] islandOf = Placement.of(islands).islandOf();
        return IntStream.of(islandOf).map(island -> nodeOf[island]).toArray();
    }

    /** Links whose ends are on different nodes. */
    public long cutLinks(Wiring wiring) {
        int[] islandOf = Placement.of(islands).islandOf();
        long ends = 0;
        for (int device = 0; device < wiring.devices(); device++) {
            for (int peer : wiring.peerDevice()[device]) {
                ends += peer >= 0 && nodeOf[islandOf[device]] != nodeOf[islandOf[peer]] ? 1 : 0;
            }
        }
        return ends / 2;
    }

    /**
     * The largest load of a thread beside the mean: 1 = all nodes have the load that their threads can carry. A
     * device's load is taken as its number of links.
     */
    public double imbalance(Wiring wiring) {
        long all = 0;
        double largest = 0;
        for (int node = 0; node < threads.length; node++) {
            long load = 0;
            for (int device : devicesOn(node)) {
                for (int peer : wiring.peerDevice()[device]) {
                    load += peer >= 0 ? 1 : 0;
                }
            }
            all += load;
            largest = Math.max(largest, (double) load / threads[node]);
        }
        return largest * IntStream.of(threads).sum() / all;
    }

    /** {@code 4 links cut, the most loaded node at 1.02 times the mean}. */
    public String inWords(Wiring wiring) {
        return String.format(
                Locale.ROOT,
                "%d links cut, the most loaded node at %.2f times the mean",
                cutLinks(wiring),
                imbalance(wiring));
    }
}
