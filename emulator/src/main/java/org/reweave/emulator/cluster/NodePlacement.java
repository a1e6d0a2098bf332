package org.reweave.emulator.cluster;

import java.nio.ByteBuffer;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.List;
import java.util.stream.IntStream;
import org.reweave.emulator.actor.ActorDriver;
import org.reweave.emulator.drive.Placement;
import org.reweave.emulator.network.Network;
import org.reweave.emulator.network.Partition;
import org.reweave.emulator.scenario.RunParameters;

/**
 * Which island each device is in, and which node hosts each island: a function of the network and of the nodes'
 * threads, the same on every machine.
 *
 * @param islands device numbers by island
 * @param nodeOf node by island
 */
record NodePlacement(List<List<Integer>> islands, int[] nodeOf) {
    /**
     * @param islandSize devices an island; {@link ActorDriver#AUTO} = an island for each thread of a node
     * @param threads by node
     */
    static NodePlacement of(Network network, int islandSize, int[] threads) {
        int all = IntStream.of(threads).sum();
        RunParameters run = network.resolved().scenario().run();
        List<List<Integer>> islands;
        if (run.isLax()) {
            islands = Partition.ofSize(network.wiring(), run.laxity().islandSize());
        } else if (islandSize == ActorDriver.AUTO) {
            islands = Partition.into(network.wiring(), all);
        } else {
            islands = Partition.ofSize(network.wiring(), islandSize);
        }
        int[] nodeOf = new int[islands.size()];
        int node = 0;
        long share = threads[0];
        for (int island = 0; island < nodeOf.length; island++) {
            while ((long) island * all >= share * nodeOf.length) {
                share += threads[++node];
            }
            nodeOf[island] = node;
        }
        return new NodePlacement(islands, nodeOf);
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
    int devicesOn(int node) {
        int devices = 0;
        for (int island = 0; island < nodeOf.length; island++) {
            devices += nodeOf[island] == node ? islands.get(island).size() : 0;
        }
        return devices;
    }
}
