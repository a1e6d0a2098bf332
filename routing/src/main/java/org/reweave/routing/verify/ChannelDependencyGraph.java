package org.reweave.routing.verify;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.reweave.routing.table.BubbleRings;
import org.reweave.routing.table.RoutingTables;
import org.reweave.routing.table.SlToVl;
import org.reweave.routing.topology.Fabric;
import org.reweave.routing.topology.Faults;

/**
 * Which channels (directed link, VL) packets can hold while they wait for which others, by the paths that real packets
 * take: every endpoint to every other endpoint's LID at the service level its path record gives. A destination-based
 * routing is free of deadlock if this graph has no cycle (Dally and Seitz; thesis §2.1.7.2).
 *
 * <p>Only channels between switches are kept: those from and to NICs cannot lie on a cycle. A packet that its tables
 * lose, or whose destination has failed, counts as far as it gets. Per destination and service level a channel is
 * walked once, however many sources use it.
 */
public final class ChannelDependencyGraph {
    private final RoutingTables tables;
    private final Fabric fabric;
    private final FlatPorts wiring;
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
        this.wiring = new FlatPorts(fabric, faults, endpoints);
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

    /**
     * The graph of all traffic between endpoints.
     *
     * @throws IllegalStateException when the SLtoVL rule or a path's level is out of its declared range
     */
    public static ChannelDependencyGraph of(RoutingTables tables, Faults faults, Endpoints endpoints) {
        ChannelDependencyGraph graph = new ChannelDependencyGraph(tables, faults, endpoints);
        boolean plain =
                graph.lanes == 1 && graph.levels == 1 && !tables.slToVl().discards();
        for (int destination = 0; destination < graph.wiring.endpointCount(); destination++) {
            if (plain) {
                graph.addPlainPathsTo(destination);
            } else {
                graph.addPathsTo(destination);
            }
        }
        return graph;
    }

    /** Adds the paths to a destination for one lane and one level, where all sources of a switch share one walk. */
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
                int level =
                        tables.pathLevels().level(wiring.nic[source], wiring.nicPort[source], wiring.lid[destination]);
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

    /**
     * Follows one packet until it leaves the switches or comes to a channel from which this destination and level was
     * followed.
     */
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
            if (lane == SlToVl.DISCARD) {
                return;
            }
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
        if (lanes == 1 && !tables.slToVl().discards()) {
            return 0;
        }
        int lane = tables.slToVl().lane(switchDevice, inPort, outPort, level);
        boolean discarded = lane == SlToVl.DISCARD && tables.slToVl().discards();
        if (!discarded && (lane < 0 || lane >= lanes)) {
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

    /**
     * A cycle of channels, each held while its successor is wanted, the last one's successor being the first; empty
     * when there is none. Of the cycles through the first closing dependency that a depth-first search meets (channels
     * in ascending order), the shortest.
     */
    public List<Channel> findCycle() {
        return cycle(new Dependencies());
    }

    private List<Channel> cycle(CycleSearch.Graph graph) {
        return Arrays.stream(CycleSearch.cycle(graph)).mapToObj(this::channel).toList();
    }

    /** All channels and their dependencies. */
    private final class Dependencies implements CycleSearch.Graph {
        @Override
        public int nodeCount() {
            return used.length;
        }

        @Override
        public int place(int channel, int from) {
            return (int) nextBit(rowStart[channel] + from, rowStart[channel + 1], rowStart[channel]);
        }

        @Override
        public int successor(int channel, int place) {
            int directed = channel / lanes;
            int receiver = fabric.linkDevice(directed >> 1, directed & 1 ^ 1);
            return wiring.directed(receiver, place / lanes + 1) * lanes + place % lanes;
        }
    }

    /**
     * A cycle that the rings of the tables do not account for; empty when there is none. Where a ring's switches keep a
     * bubble, packets of the ring move on as long as those that leave it do. So each ring counts as one channel, and
     * the dependencies between those must be without a cycle. Within a ring each channel may only wait for the next
     * one: a shorter way round would close a cycle that may lack the bubble.
     */
    public List<Channel> findCycleBesidesRings() {
        if (tables.rings().isEmpty()) {
            return findCycle();
        }
        BubbleRings rings = tables.rings().get();
        Dependencies all = new Dependencies();
        int width = 1;
        for (int channel = 0; channel < used.length; channel++) {
            width = (int) Math.max(width, rowStart[channel + 1] - rowStart[channel]);
        }
        ContractedRings contracted = new ContractedRings(all, rings, lanes, width);
        List<Channel> shortcut = shortcut(all, contracted, rings);
        return shortcut.isEmpty() ? cycle(contracted) : shortcut;
    }

    /** A channel of a ring that waits for another one than the next, and the rest of the way round. */
    private List<Channel> shortcut(Dependencies all, ContractedRings contracted, BubbleRings rings) {
        for (int number = 0; number < rings.count(); number++) {
            for (int i = 0; i < rings.length(number); i++) {
                int link = rings.link(number, i);
                int held = link * lanes + rings.lane();
                for (int place = all.place(held, 0); place >= 0; place = all.place(held, place + 1)) {
                    int wanted = all.successor(held, place);
                    if (contracted.ring(wanted) == number && wanted / lanes != rings.next(link)) {
                        List<Channel> way = new ArrayList<>(List.of(channel(held)));
                        for (int on = wanted / lanes; on != link; on = rings.next(on)) {
                            way.add(channel(on * lanes + rings.lane()));
                        }
                        return way;
                    }
                }
            }
        }
        return List.of();
    }

    private Channel channel(int channel) {
        return Channel.of(fabric, channel / lanes, channel % lanes);
    }

    /** @return the first set bit in [from, end), counted from the base, or -1 */
    private long nextBit(long from, long end, long base) {
        long at = from;
        while (at < end) {
            long word = bits[(int) (at >> 6)] >>> at;
            if (word != 0) {
                long found = at + Long.numberOfTrailingZeros(word);
                return found < end ? found - base : -1;
            }
            at = (at | 63) + 1;
        }
        return -1;
    }
}
