package org.reweave.routing.verify;

import it.unimi.dsi.fastutil.ints.IntArrayList;
import it.unimi.dsi.fastutil.longs.LongArrayList;
import org.reweave.routing.table.Forwarder;
import org.reweave.routing.table.Heading;
import org.reweave.routing.table.Routes;
import org.reweave.routing.table.RoutingTables;
import org.reweave.routing.table.SwitchView;
import org.reweave.routing.table.Trails;
import org.reweave.routing.topology.Fabric;

/**
 * The states that a packet of one pair of NICs can reach under tables whose packets carry trails, and the ways between
 * these states, as the switches' own forwarder offers them. A state is a channel (directed link and VL) that the packet
 * holds, and its trail; state 0 is that of the packet at its first switch. Of several ways the last is the escape.
 */
final class TrailStates {
    /** Target of an edge: the destination. */
    static final int ARRIVED = -1;
    /** Target of an edge: a failed or empty port, or a NIC that is not the destination. */
    static final int LOST = -2;
    /** What the packet at its first switch holds. */
    static final int NO_CHANNEL = -1;

    private final RoutingTables tables;
    private final Forwarder forwarder;
    private final Trails trails;
    private final FlatPorts wiring;
    private final Fabric fabric;
    private final int lanes;
    private final Heading packet = new Heading();
    private final Routes routes = new Routes();
    private final IntArrayList channels = new IntArrayList(); // [state]
    private final LongArrayList trailOf = new LongArrayList(); // [state]
    private final IntArrayList firstEdge = new IntArrayList(); // [state], and one more
    private final IntArrayList targets = new IntArrayList(); // [edge]
    private final IntArrayList taken = new IntArrayList(); // [edge] channel, NO_CHANNEL when lost or arrived
    private int at; // the switch that the packet is at

    private final SwitchView here = new SwitchView() {
        @Override
        public int device() {
            return at;
        }

        @Override
        public int portCount() {
            return fabric.portCount(at);
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
            return peer >= 0 && fabric.isSwitch(peer);
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

    TrailStates(RoutingTables tables, FlatPorts wiring) {
        this.tables = tables;
        this.forwarder = tables.forwarder();
        this.trails = tables.trails().orElse((nic, lid) -> 0);
        this.wiring = wiring;
        this.fabric = tables.fabric();
        this.lanes = tables.slToVl().laneCount();
    }

    int channelCount() {
        return 2 * fabric.linkCount() * lanes;
    }

    /**
     * Explores the states of a pair of endpoints.
     *
     * @param most states after which a packet is taken to go in circles
     * @return whether there are no more than so many; if not, the states are incomplete
     */
    boolean explore(int from, int to, int most) {
        channels.clear();
        trailOf.clear();
        firstEdge.clear();
        targets.clear();
        taken.clear();
        packet.destination = wiring.lid[to];
        packet.source = wiring.lid[from];
        packet.level = tables.pathLevels().level(wiring.nic[from], wiring.nicPort[from], packet.destination);
        int entryLane = tables.slToVl().lane(wiring.nic[from], 0, wiring.nicPort[from], packet.level);
        channels.add(NO_CHANNEL);
        trailOf.add(trails.trail(wiring.nic[from], packet.destination));
        for (int state = 0; state < channels.size(); state++) {
            if (state == most) {
                return false;
            }
            int channel = channels.getInt(state);
            packet.trail = trailOf.getLong(state);
            if (channel == NO_CHANNEL) {
                at = wiring.entry[from];
                packet.inPort = wiring.entryPort[from];
                packet.lane = entryLane;
            } else {
                int directed = channel / lanes;
                at = fabric.linkDevice(directed >> 1, directed & 1 ^ 1);
                packet.inPort = fabric.linkPort(directed >> 1, directed & 1 ^ 1);
                packet.lane = channel % lanes;
            }
            firstEdge.add(targets.size());
            expand(to);
        }
        firstEdge.add(targets.size());
        return true;
    }

    private void expand(int to) {
        routes.clear();
        forwarder.route(packet, here, routes);
        for (int way = 0; way < routes.count(); way++) {
            int out = routes.port(way);
            int lane = routes.lane(way);
            int next = wiring.peer(at, out);
            if (next >= 0 && fabric.isSwitch(next)) {
                if (lane < 0 || lane >= lanes) {
                    throw new IllegalStateException(fabric.portName(at, out) + " is offered on VL " + lane
                            + ", but the routing declares " + lanes + " lanes");
                }
                int channel = wiring.directed(at, out) * lanes + lane;
                targets.add(state(channel, routes.trail(way)));
                taken.add(channel);
            } else {
                boolean arrived = next >= 0 && next == wiring.nic[to] && wiring.peerPort(at, out) == wiring.nicPort[to];
                targets.add(arrived ? ARRIVED : LOST);
                taken.add(NO_CHANNEL);
            }
        }
    }

    private int state(int channel, long trail) {
        for (int state = channels.size() - 1; state > 0; state--) {
            if (channels.getInt(state) == channel && trailOf.getLong(state) == trail) {
                return state;
            }
        }
        channels.add(channel);
        trailOf.add(trail);
        return channels.size() - 1;
    }

    int stateCount() {
        return channels.size();
    }

    /** The channel held in a state, {@link #NO_CHANNEL} in state 0. */
    int held(int state) {
        return channels.getInt(state);
    }

    /** The switch that the packet is at in a state of the pair explored last. */
    String place(int state, int from) {
        int channel = channels.getInt(state);
        int directed = channel / lanes;
        return fabric.deviceName(
                channel == NO_CHANNEL ? wiring.entry[from] : fabric.linkDevice(directed >> 1, directed & 1 ^ 1));
    }

    /** The first edge of a state; its edges end before the next state's, and the last of them is the escape. */
    int firstEdge(int state) {
        return firstEdge.getInt(state);
    }

    int endOfEdges(int state) {
        return firstEdge.getInt(state + 1);
    }

    /** The state that an edge leads to, or {@link #ARRIVED} or {@link #LOST}. */
    int target(int edge) {
        return targets.getInt(edge);
    }

    /** The channel that an edge takes; {@link #NO_CHANNEL} when it leads to no switch. */
    int channelOf(int edge) {
        return taken.getInt(edge);
    }
}
