package org.reweave.routing.verify;

import it.unimi.dsi.fastutil.ints.IntArrayList;
import it.unimi.dsi.fastutil.ints.IntOpenHashSet;
import it.unimi.dsi.fastutil.ints.IntSet;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.reweave.routing.table.RoutingTables;
import org.reweave.routing.topology.Fabric;
import org.reweave.routing.topology.Faults;

/**
 * An order in which the forwarding tables of switches can be replaced one by one. After each step every pair of NICs
 * that both the old and the new tables deliver is delivered, from every switch, so that packets under way arrive too.
 * In each step channel dependencies are acyclic, for packets that meet the switch before its change and for those that
 * meet the switch after its change. Between two steps, packets sent before the last step must have left the fabric.
 *
 * <p>All orders are searched, depth first, switches in ascending order; a set of updated switches from which no order
 * leads on is searched once.
 */
public final class UpdatePlan {
    private static final int MOST_REASONS = 10;

    /**
     * The result of a search.
     *
     * @param order switches, first one first; empty where no order was found, or no table differs
     * @param found whether an order was found
     * @param complete whether all orders were searched or one was found; false = the budget ended before
     * @param differing switches whose tables differ
     * @param steps single steps that were checked
     * @param obstacles why no switch can be next after the most steps that could be done, one sentence a switch
     * @param drain NICs to which nothing may be sent until the last step, so that an order exists: no one of them can
     *     be left out; empty where an order exists without, or none was found in the budget
     * @param drainOrder the order under these drains
     */
    public record Result(
            List<Integer> order,
            boolean found,
            boolean complete,
            int differing,
            long steps,
            List<String> obstacles,
            List<Integer> drain,
            List<Integer> drainOrder) {}

    private final RoutingTables before;
    private final RoutingTables after;
    private final Fabric fabric;
    private final FlatPorts wiring;
    private final boolean[] isEntry; // [switch] some working NIC sends through it
    private final BitSet[] required; // [endpoint] switches from which both tables reach the endpoint
    private final List<Integer> differing = new ArrayList<>();
    private final BitSet drained = new BitSet(); // endpoints
    private final Set<BitSet> dead = new HashSet<>();
    private final long budget;
    private long steps;
    private BitSet deepest;

    private UpdatePlan(RoutingTables before, RoutingTables after, Faults faults, long budget) {
        this.before = before;
        this.after = after;
        this.fabric = before.fabric();
        this.wiring = new FlatPorts(fabric, faults, Endpoints.NICS);
        this.budget = budget;
        this.isEntry = new boolean[fabric.switchCount()];
        this.required = new BitSet[wiring.endpointCount()];
        for (int e = 0; e < required.length; e++) {
            isEntry[wiring.entry[e]] |= wiring.alive[e];
            required[e] = reaching(e, new BitSet());
            required[e].and(reaching(e, all()));
        }
        for (int s = 0; s < fabric.switchCount(); s++) {
            if (!before.table(s).equals(after.table(s))) {
                differing.add(s);
            }
        }
    }

    /**
     * Searches an order.
     *
     * @param budget single steps that are checked at most
     * @throws IllegalArgumentException for tables of several VLs, SLs or ways, and for tables that have a cycle of
     *     channel dependencies of their own
     */
    public static Result of(RoutingTables before, RoutingTables after, Faults faults, long budget) {
        requirePlain("old", before, faults);
        requirePlain("new", after, faults);
        UpdatePlan plan = new UpdatePlan(before, after, faults, budget);
        List<Integer> order = plan.search();
        if (order != null) {
            return plan.result(order, List.of(), List.of(), List.of());
        }
        if (plan.steps >= budget) {
            return plan.result(null, List.of(), List.of(), List.of());
        }
        List<String> obstacles = plan.obstacles();
        long needed = plan.steps;
        List<Integer> underDrain = plan.drain();
        List<Integer> nics = underDrain == null
                ? List.of()
                : plan.drained.stream().mapToObj(e -> plan.wiring.nic[e]).toList();
        plan.steps = needed;
        return plan.result(null, obstacles, nics, underDrain == null ? List.of() : underDrain);
    }

    private static void requirePlain(String which, RoutingTables tables, Faults faults) {
        if (tables.adaptive().isPresent()
                || tables.trails().isPresent()
                || tables.rings().isPresent()) {
            throw new IllegalArgumentException("the " + which + " tables, of " + tables.engine()
                    + ", are more than one port a LID; only such tables can be updated one by one");
        }
        if (tables.slToVl().laneCount() > 1 || tables.pathLevels().levelCount() > 1) {
            throw new IllegalArgumentException("the " + which + " tables, of " + tables.engine()
                    + ", use several VLs or SLs, which change with more than a switch's forwarding table");
        }
        List<Channel> cycle = ChannelDependencyGraph.of(tables, faults).findCycle();
        if (!cycle.isEmpty()) {
            throw new IllegalArgumentException("the " + which + " tables, of " + tables.engine()
                    + ", have a cycle of channel dependencies of their own: " + cycle.get(0) + " and "
                    + (cycle.size() - 1) + " more channels");
        }
    }

    private Result result(List<Integer> order, List<String> obstacles, List<Integer> drain, List<Integer> drainOrder) {
        return new Result(
                order == null ? List.of() : order,
                order != null,
                order != null || steps < budget,
                differing.size(),
                steps,
                obstacles,
                drain,
                drainOrder);
    }

    private BitSet all() {
        BitSet all = new BitSet();
        all.set(0, fabric.switchCount());
        return all;
    }

    /** @return null = none, or none within the budget */
    private List<Integer> search() {
        dead.clear();
        deepest = new BitSet();
        IntArrayList order = new IntArrayList();
        return extend(new BitSet(), order) ? List.copyOf(order) : null;
    }

    private boolean extend(BitSet updated, IntArrayList order) {
        if (order.size() == differing.size()) {
            return true;
        }
        if (order.size() > deepest.cardinality()) {
            deepest = (BitSet) updated.clone();
        }
        for (int next : differing) {
            BitSet more = (BitSet) updated.clone();
            more.set(next);
            if (updated.get(next) || dead.contains(more)) {
                continue;
            }
            if (steps++ >= budget) {
                return false;
            }
            if (lostFrom(more) == null && cycle(updated, next).length == 0) {
                order.add(next);
                if (extend(more, order)) {
                    return true;
                }
                order.removeInt(order.size() - 1);
            }
        }
        dead.add(updated);
        return false;
    }

    private int outPort(BitSet updated, int s, int lid) {
        return (updated.get(s) ? after : before).outPort(s, lid);
    }

    /** The switches from which an endpoint is reached. */
    private BitSet reaching(int endpoint, BitSet updated) {
        byte[] known = new byte[fabric.switchCount()]; // 0 new, 1 on the way, 2 reaches, 3 does not
        BitSet reaching = new BitSet();
        int[] path = new int[fabric.switchCount()];
        for (int from = 0; from < known.length; from++) {
            int depth = 0;
            int s = from;
            byte outcome = 0;
            while (outcome == 0) {
                if (known[s] != 0) {
                    outcome = known[s] == 1 ? 3 : known[s];
                    break;
                }
                known[s] = 1;
                path[depth++] = s;
                int port = outPort(updated, s, wiring.lid[endpoint]);
                int peer = wiring.peer(s, port);
                if (peer < 0) {
                    outcome = 3;
                } else if (!fabric.isSwitch(peer)) {
                    boolean arrived =
                            peer == wiring.nic[endpoint] && wiring.peerPort(s, port) == wiring.nicPort[endpoint];
                    outcome = (byte) (arrived ? 2 : 3);
                } else {
                    s = peer;
                }
            }
            while (depth > 0) {
                known[path[--depth]] = outcome;
                reaching.set(path[depth], outcome == 2);
            }
        }
        return reaching;
    }

    /** @return {switch, endpoint} of a required way that is lost, or null */
    private int[] lostFrom(BitSet updated) {
        for (int e = 0; e < required.length; e++) {
            if (!drained.get(e)) {
                BitSet lost = (BitSet) required[e].clone();
                lost.andNot(reaching(e, updated));
                if (!lost.isEmpty()) {
                    return new int[] {lost.nextSetBit(0), e};
                }
            }
        }
        return null;
    }

    /** A cycle of directed links while one switch has its old table for some packets and its new one for others. */
    private int[] cycle(BitSet updated, int changing) {
        IntSet[] wanted = new IntSet[2 * fabric.linkCount()];
        int[] stamp = new int[wanted.length];
        IntArrayList stack = new IntArrayList();
        for (int e = 0; e < required.length; e++) {
            if (drained.get(e)) {
                continue;
            }
            for (int s = 0; s < isEntry.length; s++) {
                if (isEntry[s]) {
                    leave(updated, changing, s, -1, e, wanted, stamp, stack);
                }
            }
            while (!stack.isEmpty()) {
                int held = stack.popInt();
                int at = fabric.linkDevice(held >> 1, held & 1 ^ 1);
                leave(updated, changing, at, held, e, wanted, stamp, stack);
            }
        }
        return CycleSearch.cycle(CycleSearch.Graph.of(wanted));
    }

    private void leave(
            BitSet updated,
            int changing,
            int s,
            int held,
            int endpoint,
            IntSet[] wanted,
            int[] stamp,
            IntArrayList stack) {
        int lid = wiring.lid[endpoint];
        take(
                s == changing ? before.outPort(s, lid) : outPort(updated, s, lid),
                s,
                held,
                endpoint,
                wanted,
                stamp,
                stack);
        if (s == changing) {
            take(after.outPort(s, lid), s, held, endpoint, wanted, stamp, stack);
        }
    }

    private void take(int port, int s, int held, int endpoint, IntSet[] wanted, int[] stamp, IntArrayList stack) {
        int peer = wiring.peer(s, port);
        if (peer < 0 || !fabric.isSwitch(peer)) {
            return;
        }
        int link = wiring.directed(s, port);
        if (held >= 0) {
            wanted[held] = wanted[held] == null ? new IntOpenHashSet() : wanted[held];
            wanted[held].add(link);
        }
        if (stamp[link] != endpoint + 1) {
            stamp[link] = endpoint + 1;
            stack.push(link);
        }
    }

    /** Why no switch can follow after the most steps that the search could do. */
    private List<String> obstacles() {
        List<String> reasons = new ArrayList<>();
        BitSet updated = deepest;
        for (int next : differing) {
            BitSet more = (BitSet) updated.clone();
            more.set(next);
            if (updated.get(next) || reasons.size() == MOST_REASONS) {
                continue;
            }
            int[] lost = lostFrom(more);
            int[] cycle = lost == null ? cycle(updated, next) : new int[0];
            String after = fabric.deviceTitle(next) + " after " + updated.cardinality() + " others: ";
            if (lost != null) {
                reasons.add(after + wiring.endpointName(lost[1]) + " is no longer reached from "
                        + fabric.deviceTitle(lost[0]));
            } else if (cycle.length > 0) {
                reasons.add(after + "a cycle of " + cycle.length + " channels, the first "
                        + Channel.of(fabric, cycle[0], 0));
            } else {
                reasons.add(after + "possible, but no order leads on from there");
            }
        }
        return reasons;
    }

    /** Drains all NICs, then gives back one after the other as long as there is an order. */
    private List<Integer> drain() {
        drained.set(0, required.length);
        List<Integer> order = search();
        for (int e = 0; e < required.length; e++) {
            drained.clear(e);
            steps = 0;
            List<Integer> fewer = search();
            if (fewer == null) {
                drained.set(e);
            } else {
                order = fewer;
            }
        }
        return order;
    }
}
