package org.reweave.routing.verify;

import it.unimi.dsi.fastutil.ints.IntOpenHashSet;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.reweave.routing.table.RoutingTables;
import org.reweave.routing.topology.Fabric;
import org.reweave.routing.topology.Faults;
import org.reweave.routing.topology.SwitchGraph;

/**
 * Verifies tables whose packets carry trails, by sending a packet of every pair of NICs through the switches' own
 * forwarder: does it arrive, whichever of the ways that are offered it takes, and is the graph of what channels (link
 * and VL) packets hold and want free of cycles (Dally and Seitz, IEEE TC 36(5), 1987).
 *
 * <p>Where switches offer several ways, the last is the escape. Then the graph is Duato's extended one (IEEE TPDS
 * 4(12), 1993): a packet that holds a channel may ask for an escape at once, or after other ways between. A channel
 * that is nobody's escape has dependencies but nothing depends on it, so it lies on no cycle.
 */
public final class TrailVerification {
    private final FlatPorts wiring;
    private final SwitchGraph graph;
    private final TrailStates states;
    private final int lanes;
    private final int most; // states after which a packet is taken to go in circles
    private final IntOpenHashSet[] wanted; // [channel = directed link * lanes + lane]
    private final int[] load; // [directed link]
    private final List<String> failures = new ArrayList<>();
    private long delivered;
    private long disconnected;
    private long hops;
    private int maxHops;
    private long lanesSeen;
    private int stuckIn; // state from which the packet of the pair looked at last does not arrive

    private int[] stack = new int[16];
    private int[] next = new int[16]; // [depth] edge
    private int[] stamp = new int[16]; // [state]

    private TrailVerification(RoutingTables tables, Faults faults) {
        Fabric fabric = tables.fabric();
        this.wiring = new FlatPorts(fabric, faults, Endpoints.NICS);
        this.graph = SwitchGraph.of(fabric, faults);
        this.states = new TrailStates(tables, wiring);
        this.lanes = tables.slToVl().laneCount();
        this.most = states.channelCount() * lanes;
        this.wanted = new IntOpenHashSet[states.channelCount()];
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
        boolean isWhole = states.explore(from, to, most);
        if (isWhole) {
            addDependencies();
        }
        if (isWhole && alwaysArrives()) {
            delivered++;
            followEscapes();
        } else if (failures.size() < Connectivity.MAX_FAILURES) {
            failures.add(wiring.endpointName(from) + " does not reach " + wiring.endpointName(to)
                    + ": its packets are lost or go in circles at "
                    + states.place(isWhole ? stuckIn : states.stateCount() - 1, from));
        }
    }

    /** Whether all sequences of ways end at the destination: none is lost, and none comes to a state again. */
    private boolean alwaysArrives() {
        makeRoom();
        Arrays.fill(stamp, 0, states.stateCount(), 0); // 0 new, 1 on the stack, 2 done
        int depth = 0;
        enter(0, 0);
        while (depth >= 0) {
            stuckIn = stack[depth];
            if (states.firstEdge(stuckIn) == states.endOfEdges(stuckIn)) {
                return false;
            }
            if (next[depth] == states.endOfEdges(stuckIn)) {
                stamp[stuckIn] = 2;
                depth--;
                continue;
            }
            int target = states.target(next[depth]++);
            if (target == TrailStates.LOST || target >= 0 && stamp[target] == 1) {
                return false;
            }
            if (target >= 0 && stamp[target] == 0) {
                enter(++depth, target);
            }
        }
        return true;
    }

    private void makeRoom() {
        if (stack.length < states.stateCount()) {
            stack = new int[2 * states.stateCount()];
            next = new int[stack.length];
            stamp = new int[stack.length];
        }
    }

    private void enter(int depth, int state) {
        stack[depth] = state;
        next[depth] = states.firstEdge(state);
        stamp[state] = 1;
    }

    /** Counts the hops and the load of the path by escapes alone. */
    private void followEscapes() {
        int crossed = 0;
        for (int state = 0; state >= 0; crossed++) {
            int escape = states.endOfEdges(state) - 1;
            if (states.channelOf(escape) >= 0) {
                load[states.channelOf(escape) / lanes]++;
            }
            state = states.target(escape);
        }
        hops += crossed;
        maxHops = Math.max(maxHops, crossed);
    }

    /** Adds what each held channel can lead to: an escape, at once or after ways that are none. */
    private void addDependencies() {
        makeRoom();
        Arrays.fill(stamp, 0, states.stateCount(), 0);
        for (int start = 0; start < states.stateCount(); start++) {
            int tail = 0;
            stack[tail++] = start;
            stamp[start] = start + 1;
            for (int head = 0; head < tail; head++) {
                int state = stack[head];
                int escape = states.endOfEdges(state) - 1;
                for (int edge = states.firstEdge(state); edge <= escape; edge++) {
                    int target = states.target(edge);
                    if (target < 0) {
                        continue;
                    }
                    lanesSeen |= 1L << states.channelOf(edge) % lanes;
                    if (edge == escape) {
                        want(states.held(start), states.channelOf(edge));
                    } else if (stamp[target] != start + 1) {
                        stamp[target] = start + 1;
                        stack[tail++] = target;
                    }
                }
            }
        }
    }

    private void want(int held, int channel) {
        if (held != TrailStates.NO_CHANNEL) {
            wanted[held] = wanted[held] == null ? new IntOpenHashSet(4) : wanted[held];
            wanted[held].add(channel);
        }
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

    /** Switches crossed by escapes, mean over the delivered pairs; 0 when there are none. */
    public double meanHops() {
        return delivered == 0 ? 0 : (double) hops / delivered;
    }

    /** Most switches that a delivered pair's packets cross by escapes. */
    public int maxHops() {
        return maxHops;
    }

    /** VLs between switches that packets use. */
    public int lanesUsed() {
        return Math.max(1, Long.bitCount(lanesSeen));
    }

    /** Paths by escapes over a directed link ({@code 2 * link + sending end}). */
    int load(int directedLink) {
        return load[directedLink];
    }

    /** Most paths by escapes over one direction of a link between switches. */
    public long maxLinkLoad() {
        return Arrays.stream(load).max().orElse(0);
    }
}
