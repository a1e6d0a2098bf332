package org.reweave.routing.engine.multipath;

import java.util.Arrays;
import org.reweave.routing.topology.SwitchGraph;

/**
 * The paths of all pairs of switches, in the order of use. A path is kept as the out ports along it, one byte a hop.
 */
final class PathBook {
    private static final int LEVEL_BITS = 4;

    private final SwitchGraph graph;
    private final int switches;
    private final int maxPaths;
    private final int ports; // largest port number, plus 1
    private final int[] slotOf; // [switch * ports + port]
    private final int[] first; // [(source * switches + destination) * maxPaths + path]; 0 = none
    private final short[] hopsAndLevel;
    private byte[] arena = new byte[1 << 16];
    private int used = 1;

    PathBook(SwitchGraph graph, int maxPaths) {
        this.graph = graph;
        this.switches = graph.switchCount();
        this.maxPaths = maxPaths;
        int most = 0;
        for (int slot = 0; slot < graph.slotCount(); slot++) {
            most = Math.max(most, graph.port(slot));
        }
        this.ports = most + 1;
        this.slotOf = new int[switches * ports];
        for (int s = 0; s < switches; s++) {
            for (int slot = graph.firstSlot(s); slot < graph.firstSlot(s + 1); slot++) {
                slotOf[s * ports + graph.port(slot)] = slot;
            }
        }
        this.first = new int[Math.multiplyExact(switches * switches, maxPaths)];
        this.hopsAndLevel = new short[first.length];
    }

    SwitchGraph graph() {
        return graph;
    }

    int maxPaths() {
        return maxPaths;
    }

    private int index(int source, int destination, int path) {
        return (source * switches + destination) * maxPaths + path;
    }

    /**
     * Writes a path behind the pair's last one.
     *
     * @param slots its hops, {@code 0..hops-1}
     */
    void add(int source, int destination, int[] slots, int hops, int level) {
        int path = count(source, destination);
        if (arena.length < used + hops) {
            arena = Arrays.copyOf(arena, Math.max(2 * arena.length, used + hops));
        }
        int at = index(source, destination, path);
        first[at] = used;
        hopsAndLevel[at] = (short) (hops << LEVEL_BITS | level);
        for (int i = 0; i < hops; i++) {
            arena[used++] = (byte) graph.port(slots[i]);
        }
    }

    int count(int source, int destination) {
        int count = 0;
        int at = index(source, destination, 0);
        while (count < maxPaths && first[at + count] != 0) {
            count++;
        }
        return count;
    }

    int hops(int source, int destination, int path) {
        return hopsAndLevel[index(source, destination, path)] >> LEVEL_BITS;
    }

    int level(int source, int destination, int path) {
        return hopsAndLevel[index(source, destination, path)] & (1 << LEVEL_BITS) - 1;
    }

    void relevel(int source, int destination, int path, int level) {
        int at = index(source, destination, path);
        hopsAndLevel[at] = (short) (hopsAndLevel[at] >> LEVEL_BITS << LEVEL_BITS | level);
    }

    /** @return the hops of a path, written to {@code slots} */
    int read(int source, int destination, int path, int[] slots) {
        int at = index(source, destination, path);
        int hops = hopsAndLevel[at] >> LEVEL_BITS;
        int from = first[at];
        int s = source;
        for (int i = 0; i < hops; i++) {
            int slot = slotOf[s * ports + (arena[from + i] & 0xff)];
            slots[i] = slot;
            s = graph.peer(slot);
        }
        return hops;
    }
}
