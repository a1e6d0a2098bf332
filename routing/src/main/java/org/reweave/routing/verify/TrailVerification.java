package org.reweave.routing.verify;

import it.unimi.dsi.fastutil.ints.IntArrayList;
import it.unimi.dsi.fastutil.ints.IntOpenHashSet;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.reweave.routing.table.Forwarder;
import org.reweave.routing.table.Heading;
import org.reweave.routing.table.Routes;
import org.reweave.routing.table.RoutingTables;
import org.reweave.routing.table.SwitchView;
import org.reweave.routing.table.Trails;
import org.reweave.routing.topology.Fabric;
import org.reweave.routing.topology.Faults;
import org.reweave.routing.topology.SwitchGraph;

/**
 * Verifies tables whose packets carry trails, by sending a packet of every pair of NICs through the switches' own
 * forwarder: does it arrive, and is the graph of what channels (link and VL) packets hold and want free of cycles
 * (Dally and Seitz, IEEE TC 36(5), 1987).
 *
 * <p>Where switches offer several VLs of one port, the last is the escape. Then the graph is Duato's extended one (IEEE
 * TPDS 4(12), 1993): a packet that holds an escape may ask for any later one of its path, having gone by other VLs
 * between them.
 */
public final class TrailVerification {
    private final RoutingTables tables;
    private final Forwarder forwarder;
    private final Trails trails;
    private final FlatPorts wiring;
    private final SwitchGraph graph;
    private final int lanes;
    private final int longest; // switches after which a packet is taken to go in circles
    private final IntOpenHashSet[] wanted; // [channel = directed link * lanes + lane]
    private final int[] load; // [directed link]
    private final Heading packet = new Heading();
    private final Routes routes = new Routes();
    private final List<String> failures = new ArrayList<>();
    private long delivered;
    private long disconnected;
    private long hops;
    private int maxHops;
    private long lanesSeen;
    private int at; // the switch that the packet is at
    private final IntArrayList held =
            new IntArrayList(); // channels of the packet's path, escapes where it had a choice

    private final SwitchView here = new SwitchView() {
        @Override
        public int device() {
            return at;
        }

        @Override
        public int portCount() {
            return wiring.fabric.portCount(at);
        }

        @Override
        public int laneCount() {
            return lanes;
        }

        @Override
        public boolean isUp(int port) {
            return wiring.peer(at, port) >= 0;
        }

        @Override
        public boolean leadsToSwitch(int port) {
            int peer = wiring.peer(at, port);
            return peer >= 0 && wiring.fabric.isSwitch(peer);
        }

        @Override
        public int outPort(int lid) {
            return tables.outPort(at, lid);
        }

        @Override
        public int lane(int inPort, int outPort, int level) {
            return tables.slToVl().lane(at, inPort, outPort, level);
        }
    };

    private TrailVerification(RoutingTables tables, Faults faults) {
        Fabric fabric = tables.fabric();
        this.tables = tables;
        this.forwarder = tables.forwarder();
        this.trails = tables.trails().orElse((nic, lid) -> 0);
        this.wiring = new FlatPorts(fabric, faults, Endpoints.NICS);
        this.graph = SwitchGraph.of(fabric, faults);
        this.lanes = tables.slToVl().laneCount();
        this.longest = fabric.switchCount() * lanes;
        this.wanted = new IntOpenHashSet[2 * fabric.linkCount() * lanes];
        this.load = new int[2 * fabric.linkCount()];
    }

    /** Walks every pair of NICs. */
    public static TrailVerification of(RoutingTables tables, Faults faults) {
        TrailVerification check = new TrailVerification(tables, faults);
        for (int from = 0; from < check.wiring.endpointCount(); from++) {
            for (int to = 0; to < check.wiring.endpointCount(); to++) {
                if (from != to) {
                    check.pair(from, to);
                }
            }
        }
        return check;
    }

    private void pair(int from, int to) {
        boolean possible =
                wiring.alive[from] && wiring.alive[to] && graph.connected(wiring.entry[from], wiring.entry[to]);
        if (!possible) {
            disconnected++;
            return;
        }
        int crossed = walk(from, to);
        if (crossed > 0) {
            delivered++;
            hops += crossed;
            maxHops = Math.max(maxHops, crossed);
        } else if (failures.size() < Connectivity.MAX_FAILURES) {
            failures.add(wiring.endpointName(from) + " does not reach " + wiring.endpointName(to)
                    + ": its packets are lost or go in circles at " + wiring.fabric.deviceName(at));
        }
    }

    /** @return switches crossed; 0 = it does not arrive */
    private int walk(int from, int to) {
        held.clear();
        packet.destination = wiring.lid[to];
        packet.source = wiring.lid[from];
        packet.level = tables.pathLevels().level(wiring.nic[from], wiring.nicPort[from], packet.destination);
        packet.lane = tables.slToVl().lane(wiring.nic[from], 0, wiring.nicPort[from], packet.level);
        packet.trail = trails.trail(wiring.nic[from], packet.destination);
        packet.inPort = wiring.entryPort[from];
        at = wiring.entry[from];
        for (int crossed = 1; crossed <= longest; crossed++) {
            routes.clear();
            forwarder.route(packet, here, routes);
            if (routes.count() == 0) {
                return 0;
            }
            int escape = routes.count() - 1;
            int out = routes.port(escape);
            int next = wiring.peer(at, out);
            if (next < 0) {
                return 0;
            }
            if (!wiring.fabric.isSwitch(next)) {
                return next == wiring.nic[to] && wiring.peerPort(at, out) == wiring.nicPort[to] ? crossed : 0;
            }
            for (int way = 0; way < escape; way++) {
                requireSamePort(out, way);
                lanesSeen |= 1L << routes.lane(way);
            }
            packet.lane = routes.lane(escape);
            packet.trail = routes.trail(escape);
            hold(out, escape > 0);
            packet.inPort = wiring.peerPort(at, out);
            at = next;
        }
        return 0;
    }

    /** Ways that lead to different switches would need a search, not a walk. */
    private void requireSamePort(int out, int way) {
        if (routes.port(way) != out || routes.lane(way) >= lanes) {
            throw new IllegalStateException(wiring.fabric.deviceName(at) + " offers port " + routes.port(way) + " VL "
                    + routes.lane(way) + " and port " + out + ": only ways by one port are verified");
        }
    }

    /** @param chosen whether the packet could have come here by other VLs than its escapes */
    private void hold(int out, boolean chosen) {
        if (packet.lane < 0 || packet.lane >= lanes) {
            throw new IllegalStateException(wiring.fabric.portName(at, out) + " is offered on VL " + packet.lane
                    + ", but the routing declares " + lanes + " lanes");
        }
        int channel = wiring.directed(at, out) * lanes + packet.lane;
        int first = chosen ? 0 : Math.max(0, held.size() - 1);
        for (int i = first; i < held.size(); i++) {
            int before = held.getInt(i);
            wanted[before] = wanted[before] == null ? new IntOpenHashSet(4) : wanted[before];
            wanted[before].add(channel);
        }
        held.add(channel);
        load[channel / lanes]++;
        lanesSeen |= 1L << packet.lane;
    }

    /** A cycle of channels, each one's holders waiting for the next; empty when there is none. */
    public List<Channel> findCycle() {
        int[] cycle = CycleSearch.cycle(CycleSearch.Graph.of(wanted));
        return Arrays.stream(cycle)
                .mapToObj(channel -> Channel.of(wiring.fabric, channel / lanes, channel % lanes))
                .toList();
    }

    /** Ordered pairs of different NICs. */
    public long pairs() {
        return (long) wiring.endpointCount() * (wiring.endpointCount() - 1);
    }

    public long delivered() {
        return delivered;
    }

    /** Pairs that faults cut apart, whatever the routing. */
    public long disconnected() {
        return disconnected;
    }

    /** Connected pairs that are not delivered, the first of them in words. */
    public List<String> failures() {
        return List.copyOf(failures);
    }

    /** Switches crossed, mean over the delivered pairs; 0 when there are none. */
    public double meanHops() {
        return delivered == 0 ? 0 : (double) hops / delivered;
    }

    public int maxHops() {
        return maxHops;
    }

    /** VLs between switches that packets use. */
    public int lanesUsed() {
        return Math.max(1, Long.bitCount(lanesSeen));
    }

    /** Paths over a directed link ({@code 2 * link + sending end}). */
    int load(int directedLink) {
        return load[directedLink];
    }

    /** Most paths over one direction of a link between switches. */
    public long maxLinkLoad() {
        return Arrays.stream(load).max().orElse(0);
    }
}
