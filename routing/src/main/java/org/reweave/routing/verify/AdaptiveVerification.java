package org.reweave.routing.verify;

import it.unimi.dsi.fastutil.ints.IntArrayList;
import it.unimi.dsi.fastutil.ints.IntOpenHashSet;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.reweave.routing.table.AdaptiveTables;
import org.reweave.routing.table.RoutingTables;
import org.reweave.routing.topology.Fabric;
import org.reweave.routing.topology.Faults;
import org.reweave.routing.topology.SwitchGraph;

/**
 * Verifies an adaptive routing: whatever the switches choose, do packets arrive; can they always leave by an escape;
 * and is the extended channel dependency graph of the escapes free of cycles, so that nothing can deadlock (Duato, IEEE
 * TPDS 4(12), 1993; routing/docs/engines.md).
 *
 * <p>Escape channels are those that some reachable packet is offered as an escape. Escape channel a depends on escape
 * channel b when a packet that holds a, with or without adaptive channels after a, can ask for b as an escape: direct
 * and indirect dependencies. Cross dependencies count as well: a packet may hold an escape channel as an adaptive one.
 * Only states that real packets reach count: every endpoint to every other at the service level of its path.
 */
public final class AdaptiveVerification {
    private static final int UNKNOWN = 0;
    private static final int OPEN = 1;
    private static final int GOOD = 2;
    private static final int BAD = 3;

    private final FlatPorts wiring;
    private final SwitchGraph graph;
    private final AdaptiveStates states;
    private final boolean[] escapeChannel;
    private final IntOpenHashSet[] wanted; // [escape channel]
    private final double[] load; // [directed link]
    private final int lanes;
    private final List<String> failures = new ArrayList<>();
    private long pairs;
    private long delivered;
    private double hopSum;
    private int maxHops;
    private boolean escapesConnected = true;
    private long lanesSeen;
    private long levelsSeen;

    private byte[] outcome = new byte[0]; // [state]
    private double[] hops = new double[0]; // [state] switches still to cross, each choice being equally likely
    private int[] longest = new int[0]; // [state]
    private final IntArrayList finished = new IntArrayList(); // states, those nearest the destination first

    private AdaptiveVerification(RoutingTables tables, AdaptiveTables function, Faults faults) {
        Fabric fabric = tables.fabric();
        this.wiring = new FlatPorts(fabric, faults, Endpoints.NICS);
        this.graph = SwitchGraph.of(fabric, faults);
        this.states = new AdaptiveStates(tables, function, wiring);
        this.lanes = function.laneCount();
        this.escapeChannel = new boolean[states.channelCount()];
        this.wanted = new IntOpenHashSet[states.channelCount()];
        this.load = new double[2 * fabric.linkCount()];
    }

    /**
     * Verifies the adaptive function of tables for traffic between NICs.
     *
     * @throws IllegalArgumentException when the tables have none
     */
    public static AdaptiveVerification of(RoutingTables tables, Faults faults) {
        AdaptiveTables function = tables.adaptive()
                .orElseThrow(
                        () -> new IllegalArgumentException(tables.engine() + " is deterministic; verify its tables"));
        AdaptiveVerification check = new AdaptiveVerification(tables, function, faults);
        check.forEachDestination(check::walk);
        check.forEachDestination((destination, sources) -> check.addDependencies());
        return check;
    }

    /** Receives the explored states of a destination and level. */
    private interface Visit {
        void explored(int destination, IntArrayList sources);
    }

    private void forEachDestination(Visit visit) {
        for (int destination = 0; destination < wiring.endpointCount(); destination++) {
            IntArrayList[] byLevel = new IntArrayList[16];
            for (int source = 0; source < wiring.endpointCount(); source++) {
                boolean possible = source != destination
                        && wiring.alive[source]
                        && wiring.alive[destination]
                        && graph.connected(wiring.entry[source], wiring.entry[destination]);
                if (possible) {
                    int level = states.level(source, destination);
                    byLevel[level] = byLevel[level] == null ? new IntArrayList() : byLevel[level];
                    byLevel[level].add(source);
                }
            }
            for (int level = 0; level < byLevel.length; level++) {
                if (byLevel[level] != null) {
                    levelsSeen |= 1L << level;
                    states.explore(destination, level, byLevel[level]);
                    visit.explored(destination, byLevel[level]);
                }
            }
        }
        long endpoints = wiring.endpointCount();
        pairs = endpoints * (endpoints - 1);
    }

    private void walk(int destination, IntArrayList sources) {
        int count = states.stateCount();
        for (int state = 0; state < count; state++) {
            for (int edge = states.firstEdge(state); edge < states.firstEdge(state + 1); edge++) {
                if (states.channelOf(edge) >= 0) {
                    lanesSeen |= 1L << states.channelOf(edge) % lanes;
                    escapeChannel[states.channelOf(edge)] |= states.escape(edge);
                }
            }
        }
        settle(count, true);
        for (int state = 0; state < count; state++) {
            escapesConnected &= outcome[state] == GOOD;
        }
        settle(count, false);
        double[] flow = new double[count];
        for (int i = 0; i < sources.size(); i++) {
            if (outcome[i] == GOOD) {
                delivered++;
                hopSum += hops[i];
                maxHops = Math.max(maxHops, longest[i]);
                flow[i] = 1;
            } else if (failures.size() < Connectivity.MAX_FAILURES) {
                failures.add(
                        wiring.endpointName(sources.getInt(i)) + " may not reach " + wiring.endpointName(destination)
                                + ": some choice of ports loses its packets or leads in a circle");
            }
        }
        spread(flow);
    }

    /**
     * Decides for every state whether all further ways lead to the destination.
     *
     * @param escapesOnly ways by escapes alone, of which every state must have one
     */
    private void settle(int count, boolean escapesOnly) {
        outcome = outcome.length < count ? new byte[count] : outcome;
        hops = hops.length < count ? new double[count] : hops;
        longest = longest.length < count ? new int[count] : longest;
        Arrays.fill(outcome, 0, count, (byte) UNKNOWN);
        finished.clear();
        int[] stack = new int[count];
        int[] next = new int[count];
        for (int root = 0; root < count; root++) {
            int depth = outcome[root] == UNKNOWN ? 0 : -1;
            if (depth == 0) {
                stack[0] = root;
                outcome[root] = OPEN;
                next[root] = states.firstEdge(root);
            }
            while (depth >= 0) {
                int state = stack[depth];
                int target = -1;
                while (target < 0 && next[state] < states.firstEdge(state + 1)) {
                    int edge = next[state]++;
                    int to = states.target(edge);
                    boolean fresh = to >= 0 && outcome[to] == UNKNOWN && (!escapesOnly || states.escape(edge));
                    target = fresh ? to : -1;
                }
                if (target >= 0) {
                    outcome[target] = OPEN;
                    next[target] = states.firstEdge(target);
                    stack[++depth] = target;
                } else {
                    finish(state, escapesOnly);
                    depth--;
                }
            }
        }
    }

    private void finish(int state, boolean escapesOnly) {
        int ways = 0;
        boolean good = true;
        hops[state] = 0;
        longest[state] = 0;
        for (int edge = states.firstEdge(state); edge < states.firstEdge(state + 1); edge++) {
            if (escapesOnly && !states.escape(edge)) {
                continue;
            }
            int target = states.target(edge);
            ways++;
            good &= target == AdaptiveStates.ARRIVED || target >= 0 && outcome[target] == GOOD;
            hops[state] += target >= 0 ? hops[target] : 0;
            longest[state] = Math.max(longest[state], target >= 0 ? longest[target] : 0);
        }
        good &= ways > 0;
        outcome[state] = (byte) (good ? GOOD : BAD);
        hops[state] = ways == 0 ? 0 : 1 + hops[state] / ways;
        longest[state]++;
        finished.add(state);
    }

    /** Adds the flow of the states to the links, each choice taking an equal share; farthest states first. */
    private void spread(double[] flow) {
        for (int i = finished.size() - 1; i >= 0; i--) {
            int state = finished.getInt(i);
            int ways = states.firstEdge(state + 1) - states.firstEdge(state);
            for (int edge = states.firstEdge(state); flow[state] > 0 && edge < states.firstEdge(state + 1); edge++) {
                if (states.target(edge) >= 0) {
                    flow[states.target(edge)] += flow[state] / ways;
                    load[states.channelOf(edge) / lanes] += flow[state] / ways;
                }
            }
        }
    }

    /** Adds what each held escape channel can lead to by adaptive channels alone, then one escape. */
    private void addDependencies() {
        int count = states.stateCount();
        int[] queue = new int[count];
        int[] stamp = new int[count];
        for (int start = 0; start < count; start++) {
            int held = states.held(start);
            if (held < 0 || !escapeChannel[held]) {
                continue;
            }
            wanted[held] = wanted[held] == null ? new IntOpenHashSet() : wanted[held];
            int tail = 0;
            queue[tail++] = start;
            stamp[start] = start + 1;
            for (int head = 0; head < tail; head++) {
                int state = queue[head];
                for (int edge = states.firstEdge(state); edge < states.firstEdge(state + 1); edge++) {
                    int target = states.target(edge);
                    if (target >= 0 && states.escape(edge)) {
                        wanted[held].add(states.channelOf(edge));
                    } else if (target >= 0 && stamp[target] != start + 1) {
                        stamp[target] = start + 1;
                        queue[tail++] = target;
                    }
                }
            }
        }
    }

    /** A cycle of escape channels in the extended graph; empty when there is none. */
    public List<Channel> findCycle() {
        int[] cycle = CycleSearch.cycle(CycleSearch.Graph.of(wanted));
        return Arrays.stream(cycle).mapToObj(states::channel).toList();
    }

    /**
     * Whether every packet, wherever its choices have led it, has an escape, and escapes alone lead it to its
     * destination.
     */
    public boolean escapesConnected() {
        return escapesConnected;
    }

    /** Ordered pairs of different NICs. */
    public long pairs() {
        return pairs;
    }

    /** Pairs whose packets arrive whatever the switches choose. */
    public long delivered() {
        return delivered;
    }

    /** Connected pairs that are not {@link #delivered}, the first of them in words. */
    public List<String> failures() {
        return List.copyOf(failures);
    }

    /** Switches crossed, mean over the delivered pairs, each choice being equally likely; 0 when there are none. */
    public double meanHops() {
        return delivered == 0 ? 0 : hopSum / delivered;
    }

    /** Most switches crossed by a delivered pair, over all choices. */
    public int maxHops() {
        return maxHops;
    }

    /** VLs between switches that packets may use. */
    public int lanesUsed() {
        return Math.max(1, Long.bitCount(lanesSeen));
    }

    public int levelsUsed() {
        return Long.bitCount(levelsSeen);
    }

    /** Paths over a directed link ({@code 2 * link + sending end}). */
    double load(int directedLink) {
        return load[directedLink];
    }

    /**
     * The largest mean number of paths over one direction of a link between switches, each choice being equally likely;
     * rounded up.
     */
    public long maxLinkLoad() {
        return (long) Math.ceil(Arrays.stream(load).max().orElse(0) - 1e-6);
    }

    /** Dependencies of the extended graph. */
    public long dependencyCount() {
        long sum = 0;
        for (IntOpenHashSet row : wanted) {
            sum += row == null ? 0 : row.size();
        }
        return sum;
    }
}
