package org.reweave.routing.verify;

import it.unimi.dsi.fastutil.ints.IntArrayList;
import java.util.Arrays;
import org.reweave.routing.table.AdaptiveTables;
import org.reweave.routing.table.Choices;
import org.reweave.routing.table.RoutingTables;
import org.reweave.routing.table.SlToVl;
import org.reweave.routing.topology.Fabric;

/**
 * The states that packets to one destination at one service level can reach under an adaptive routing, and the steps
 * between these states. A state is a channel between switches that a packet holds, or a source whose packet has come to
 * its first switch.
 */
final class AdaptiveStates {
    /** Target of an edge: the destination. */
    static final int ARRIVED = -1;
    /** Target of an edge: a failed or empty port, or a NIC that is not the destination. */
    static final int LOST = -2;

    private final RoutingTables tables;
    private final AdaptiveTables function;
    private final Fabric fabric;
    private final FlatPorts wiring;
    private final int lanes;
    private final Choices choices = new Choices();
    private final int[] stateOf; // [channel]; -1 = not reached for the present destination and level
    private final IntArrayList states = new IntArrayList(); // channel, or -1 - source
    private final IntArrayList firstEdge = new IntArrayList(); // [state], and one more
    private final IntArrayList targets = new IntArrayList(); // [edge]
    /** By edge: channel * 2 + escape; the channel is -1 for a packet that is lost or has arrived. */
    private final IntArrayList edges = new IntArrayList();

    AdaptiveStates(RoutingTables tables, AdaptiveTables function, FlatPorts wiring) {
        this.tables = tables;
        this.function = function;
        this.fabric = tables.fabric();
        this.wiring = wiring;
        this.lanes = function.laneCount();
        this.stateOf = new int[channelCount()];
        Arrays.fill(stateOf, -1);
    }

    int channelCount() {
        return 2 * fabric.linkCount() * lanes;
    }

    Channel channel(int channel) {
        return Channel.of(fabric, channel / lanes, channel % lanes);
    }

    /** The level of a source's packets to a destination, both being endpoints. */
    int level(int source, int destination) {
        return tables.pathLevels().level(wiring.nic[source], wiring.nicPort[source], wiring.lid[destination]);
    }

    /**
     * Explores. States {@code 0..} are the sources, in order, then come channels as they are met.
     *
     * @param sources endpoints whose packets to the destination have this level
     */
    void explore(int destination, int level, IntArrayList sources) {
        for (int state = 0; state < states.size(); state++) {
            if (states.getInt(state) >= 0) {
                stateOf[states.getInt(state)] = -1;
            }
        }
        states.clear();
        firstEdge.clear();
        targets.clear();
        edges.clear();
        for (int i = 0; i < sources.size(); i++) {
            states.add(-1 - sources.getInt(i));
        }
        for (int state = 0; state < states.size(); state++) {
            firstEdge.add(targets.size());
            expand(states.getInt(state), destination, level);
        }
        firstEdge.add(targets.size());
    }

    private void expand(int held, int destination, int level) {
        int s;
        int inPort;
        int inLane;
        if (held < 0) {
            int source = -1 - held;
            s = wiring.entry[source];
            inPort = wiring.entryPort[source];
            inLane = tables.slToVl().lane(wiring.nic[source], 0, wiring.nicPort[source], level);
        } else {
            int directed = held / lanes;
            s = fabric.linkDevice(directed >> 1, directed & 1 ^ 1);
            inPort = fabric.linkPort(directed >> 1, directed & 1 ^ 1);
            inLane = held % lanes;
        }
        choices.clear();
        function.choices(s, inPort, inLane, wiring.lid[destination], level, choices);
        for (int i = 0; i < choices.count(); i++) {
            int port = choices.port(i);
            int next = wiring.peer(s, port);
            if (choices.lane(i) >= lanes || choices.lane(i) == SlToVl.DISCARD) {
                throw new IllegalStateException(fabric.portName(s, port) + " is offered on VL " + choices.lane(i)
                        + ", but the routing declares " + lanes + " lanes");
            }
            if (next >= 0 && fabric.isSwitch(next)) {
                int channel = wiring.directed(s, port) * lanes + choices.lane(i);
                if (stateOf[channel] < 0) {
                    stateOf[channel] = states.size();
                    states.add(channel);
                }
                add(stateOf[channel], channel, choices.escape(i));
            } else {
                boolean arrived = next >= 0
                        && next == wiring.nic[destination]
                        && wiring.peerPort(s, port) == wiring.nicPort[destination];
                add(arrived ? ARRIVED : LOST, -1, choices.escape(i));
            }
        }
    }

    private void add(int target, int channel, boolean escape) {
        targets.add(target);
        edges.add(channel * 2 + (escape ? 1 : 0));
    }

    int stateCount() {
        return states.size();
    }

    /** The channel held in a state, or -1 for a source. */
    int held(int state) {
        return Math.max(-1, states.getInt(state));
    }

    /** The first edge of a state; its edges end before the next state's. */
    int firstEdge(int state) {
        return firstEdge.getInt(state);
    }

    /** The state that an edge leads to, or {@link #ARRIVED} or {@link #LOST}. */
    int target(int edge) {
        return targets.getInt(edge);
    }

    /** The channel that an edge takes; -1 when it leads to no switch. */
    int channelOf(int edge) {
        return edges.getInt(edge) >> 1;
    }

    boolean escape(int edge) {
        return (edges.getInt(edge) & 1) != 0;
    }

    /** The place of a state in the fabric, for messages. */
    String name(int state) {
        int held = states.getInt(state);
        return held >= 0 ? channel(held).toString() : wiring.endpointName(-1 - held);
    }
}
