package org.reweave.routing.verify;

import java.util.Arrays;
import java.util.List;
import org.reweave.routing.table.RoutingTables;
import org.reweave.routing.topology.Fabric;
import org.reweave.routing.topology.Faults;

/** Which channels (directed link, VL) packets can hold while they wait for which others, by the paths that real packets take: every
 *  endpoint to every other endpoint's LID at the service level its path record gives. A destination-based routing is free of deadlock
 *  if this graph has no cycle (Dally and Seitz; thesis §2.1.7.2).
 *
 *  <p>Only channels between switches are kept: those from and to NICs cannot lie on a cycle. A packet that its tables lose, or
 *  whose destination has failed, counts as far as it gets. Per destination and service level a channel is walked once, however many
 *  sources use it. */
public final class ChannelDependencyGraph {
    private final RoutingTables tables;
    private final Fabric fabric;
    private final Wiring wiring;
    private final int lanes;
    private final long[]
            rowStart; // [channel] first bit of its row: one bit per (out port, VL) of the switch the link enters
    private final long[] bits;
    private final int[] stamp; // [channel * levels + level] = last destination walked through it, plus 1
    private final int levels;
    private long channelCount;
    private long dependencyCount;
    private final boolean[] used; // [channel]
    private long lanesSeen;
    private long levelsSeen;

    private ChannelDependencyGraph(RoutingTables tables, Faults faults, Endpoints endpoints) {
        this.tables = tables;
        this.fabric = tables.fabric();
        this.wiring = new Wiring(fabric, faults, endpoints);
        this.lanes = tables.slToVl().laneCount();
        this.levels = tables.pathLevels().levelCount();
        int channels = 2 * fabric.linkCount() * lanes;
        this.rowStart = new long[channels + 1];
        for (int channel = 0; channel < channels; channel++) {
            int directed = channel / lanes;
            int receiver = fabric.linkDevice(directed >> 1, directed & 1 ^ 1);
            boolean trunk = fabric.isTrunk(directed >> 1);
            rowStart[channel + 1] = rowStart[channel] + (trunk ? (long) fabric.portCount(receiver) * lanes : 0);
        }
        long words = (rowStart[channels] >> 6) + 1;
        if (words > Integer.MAX_VALUE - 8) {
            throw new IllegalArgumentException(fabric.name() + " with " + lanes + " VLs needs " + words
                    + " words of dependencies; 2147483639 is the limit: use fewer VLs");
        }
        this.bits = new long[(int) words];
        this.stamp = new int[channels * levels];
        this.used = new boolean[channels];
    }

    /** The graph of all traffic between NICs, by their attached ports. */
    public static ChannelDependencyGraph of(RoutingTables tables, Faults faults) {
        return of(tables, faults, Endpoints.NICS);
    }

    /** The graph of all traffic between endpoints.
     *  @throws IllegalStateException when the SLtoVL rule or a path's level is out of its declared range */
    public static ChannelDependencyGraph of(RoutingTables tables, Faults faults, Endpoints endpoints) {
        ChannelDependencyGraph graph = new ChannelDependencyGraph(tables, faults, endpoints);
        boolean plain = graph.lanes == 1 && graph.levels == 1;
        for (int destination = 0; destination < graph.wiring.endpointCount(); destination++) {
            if (plain) {
                graph.addPlainPathsTo(destination);
            } else {
                graph.addPathsTo(destination);
            }
        }
        return graph;
    }

    /** With one lane and one level all sources of a switch share their path: one walk does. */
    private void addPlainPathsTo(int destination) {
        int walked = -1;
        for (int source = 0; source < wiring.endpointCount(); source++) {
            int entry = wiring.entry[source];
            if (source != destination && entry != walked && wiring.alive[source]) {
                walked = entry;
                lanesSeen = 1;
                levelsSeen = 1;
                walk(destination, entry, wiring.entryPort[source], 0);
            }
        }
    }

    private void addPathsTo(int destination) {
        for (int source = 0; source < wiring.endpointCount(); source++) {
            if (source != destination && wiring.alive[source]) {
                int level = tables.pathLevels().level(wiring.nic[source], wiring.lid[destination]);
                if (level < 0 || level >= levels) {
                    throw new IllegalStateException(
                            "the path from " + wiring.endpointName(source) + " to LID " + wiring.lid[destination]
                                    + " has SL " + level + ", but the tables declare " + levels + " levels");
                }
                levelsSeen |= 1L << level;
                walk(destination, wiring.entry[source], wiring.entryPort[source], level);
            }
        }
    }

    /** Follows one packet until it leaves the switches or comes to a channel from which this destination and level was followed. */
    private void walk(int destination, int entry, int entryPort, int level) {
        int lid = wiring.lid[destination];
        int s = entry;
        int inPort = entryPort;
        int held = -1;
        while (true) {
            int port = tables.outPort(s, lid);
            int next = wiring.peer(s, port);
            if (next < 0) {
                return;
            }
            int lane = lane(s, inPort, port, level);
            lanesSeen |= 1L << lane;
            if (!fabric.isSwitch(next)) {
                return;
            }
            int channel = wiring.directed(s, port) * lanes + lane;
            if (held >= 0) {
                addDependency(held, port, lane);
            }
            if (!used[channel]) {
                used[channel] = true;
                channelCount++;
            }
            int visit = channel * levels + level;
            if (stamp[visit] == destination + 1) {
                return;
            }
            stamp[visit] = destination + 1;
            held = channel;
            inPort = wiring.peerPort(s, port);
            s = next;
        }
    }

    private int lane(int switchDevice, int inPort, int outPort, int level) {
        if (lanes == 1) {
            return 0;
        }
        int lane = tables.slToVl().lane(switchDevice, inPort, outPort, level);
        if (lane < 0 || lane >= lanes) {
            throw new IllegalStateException(fabric.deviceName(switchDevice) + " maps in port " + inPort + ", out port "
                    + outPort + ", SL " + level + " to VL " + lane + ", but the tables declare " + lanes + " lanes");
        }
        return lane;
    }

    private void addDependency(int held, int outPort, int lane) {
        long bit = rowStart[held] + (long) (outPort - 1) * lanes + lane;
        long mask = 1L << bit;
        if ((bits[(int) (bit >> 6)] & mask) == 0) {
            bits[(int) (bit >> 6)] |= mask;
            dependencyCount++;
        }
    }

    /** Channels between switches that some packet uses. */
    public long channelCount() {
        return channelCount;
    }

    /** Pairs (held, wanted) of channels. */
    public long dependencyCount() {
        return dependencyCount;
    }

    /** How many different data VLs packets use, those towards NICs included. */
    public int lanesUsed() {
        return Long.bitCount(lanesSeen);
    }

    /** How many different service levels packets use. */
    public int levelsUsed() {
        return Long.bitCount(levelsSeen);
    }

    public boolean acyclic() {
        return findCycle().isEmpty();
    }

    /** A cycle of channels, each held while its successor is wanted, the last one's successor being the first; empty when there is
     *  none. Of the cycles through the first closing dependency that a depth-first search meets (channels in ascending order), the
     *  shortest. */
    public List<Channel> findCycle() {
        int[] closing = closingDependency();
        if (closing == null) {
            return List.of();
        }
        int[] before = shortestPaths(closing[1], closing[0]);
        Channel[] cycle = new Channel[used.length];
        int first = used.length;
        for (int channel = closing[0]; channel != closing[1]; channel = before[channel]) {
            cycle[--first] = channel(channel);
        }
        cycle[--first] = channel(closing[1]);
        return List.of(Arrays.copyOfRange(cycle, first, used.length));
    }

    private Channel channel(int channel) {
        return Channel.of(fabric, channel / lanes, channel % lanes);
    }

    /** @return a dependency {from, to} that closes a cycle, or null */
    private int[] closingDependency() {
        byte[] colour = new byte[used.length]; // 0 new, 1 on the stack, 2 done
        int[] stack = new int[used.length];
        long[] next = new long[used.length]; // the bit at which to go on in a stacked channel's row
        for (int root = 0; root < used.length; root++) {
            if (!used[root] || colour[root] != 0) {
                continue;
            }
            int depth = 0;
            stack[0] = root;
            colour[root] = 1;
            next[root] = rowStart[root];
            while (depth >= 0) {
                int channel = stack[depth];
                long bit = nextBit(next[channel], rowStart[channel + 1]);
                if (bit < 0) {
                    colour[channel] = 2;
                    depth--;
                    continue;
                }
                next[channel] = bit + 1;
                int wanted = successor(channel, bit);
                if (colour[wanted] == 1) {
                    return new int[] {channel, wanted};
                }
                if (colour[wanted] == 0) {
                    colour[wanted] = 1;
                    next[wanted] = rowStart[wanted];
                    stack[++depth] = wanted;
                }
            }
        }
        return null;
    }

    /** Breadth-first search.
     *  @return [channel] its predecessor on a shortest way; meaningful for what was found before {@code to} */
    private int[] shortestPaths(int from, int to) {
        int[] before = new int[used.length];
        Arrays.fill(before, -1);
        int[] queue = new int[used.length];
        int tail = 0;
        queue[tail++] = from;
        before[from] = from;
        for (int head = 0; head < tail && before[to] < 0; head++) {
            int channel = queue[head];
            long end = rowStart[channel + 1];
            for (long bit = nextBit(rowStart[channel], end); bit >= 0; bit = nextBit(bit + 1, end)) {
                int wanted = successor(channel, bit);
                if (before[wanted] < 0) {
                    before[wanted] = channel;
                    queue[tail++] = wanted;
                }
            }
        }
        return before;
    }

    private int successor(int channel, long bit) {
        int directed = channel / lanes;
        int receiver = fabric.linkDevice(directed >> 1, directed & 1 ^ 1);
        int slot = (int) (bit - rowStart[channel]);
        return wiring.directed(receiver, slot / lanes + 1) * lanes + slot % lanes;
    }

    /** @return the first set bit in [from, end), or -1 */
    private long nextBit(long from, long end) {
        long at = from;
        while (at < end) {
            long word = bits[(int) (at >> 6)] >>> at;
            if (word != 0) {
                long found = at + Long.numberOfTrailingZeros(word);
                return found < end ? found : -1;
            }
            at = (at | 63) + 1;
        }
        return -1;
    }
}
