package org.reweave.routing.engine.multipath;

import java.util.Arrays;
import java.util.stream.IntStream;
import org.reweave.routing.topology.SwitchGraph;

/**
 * Finds paths of one pair of switches, one after another, that share no switch but the ends and hence no link, and that
 * a {@link PathRule} allows: each path is a shortest one that shares no switch with the paths found before. The
 * switches next to the source may be reserved for the paths that start there. Not thread-safe. Source: thesis §4.2.2.
 *
 * <p>A search is breadth first, in the order of slots, and leaves out what cannot reach the destination within the
 * limit ({@link HopsLeft}). It starts with the least limit that any path could keep and raises it to the least one that
 * something was left out for: the path found is the same, since every hop of a path within a limit is reached in the
 * same order under all higher limits.
 *
 * <p>What a search found is kept for the pair ({@link KnownPaths}), unless the search met a way that crosses itself:
 * whether such a way is met depends on everything that is taken.
 */
final class DisjointSearch {
    /** Raised so often, a limit is the caller's. */
    private static final int MAX_ROUNDS = 4;
    /** A set that takes nothing. */
    private static final int NO_SET = -1;

    private final SwitchGraph graph;
    private final PathRule rule;
    private final HopsLeft hopsLeft;
    private final int states;
    private final int[] boundState; // [state] of the rule that hopsLeft has
    private final int boundStates;
    private final int[] distance; // [switch] to the present destination
    private final int[] taken; // [switch] stamp of the set whose path passes it
    private final int[] reserved; // [switch] slot of the source that leads there, plus 1; others must not pass
    private final int[] lastTo; // [slot into the destination] stamp of the set that uses it
    private final int[] seen; // [slot * states + state] stamp of the search
    private final int[] before;
    private final int[] depth;
    private final int[] queue;
    private final int[] onPath; // [switch] stamp of the walk
    private final KnownPaths known;
    private final long[] none; // bits of a set that takes nothing
    private final long[] takenBits; // of the present set: switches, then last slots
    private final long[] ownBits;
    private final int[] ownSlots;
    private int set;
    private boolean isEmpty; // nothing is taken by the present set
    private boolean reserve;
    private int search;
    private int walk;
    private int source;
    private int destination = -1;
    private int found;
    private int foundDepth;
    private int cost; // of the path last taken
    private boolean sawLoop; // the present search met a way that crosses itself
    private short[] left; // hops to the destination and its last slot, of the present search
    private int leastLeftOut; // the least limit under which the present round would have gone further

    /** @param hopsLeft of a rule that allows whatever this one does, see {@link PathRule#boundState} */
    DisjointSearch(SwitchGraph graph, PathRule rule, HopsLeft hopsLeft) {
        this.graph = graph;
        this.rule = rule;
        this.hopsLeft = hopsLeft;
        this.states = rule.stateCount();
        this.boundState = IntStream.range(0, states).map(rule::boundState).toArray();
        this.boundStates = hopsLeft.states();
        this.distance = new int[graph.switchCount()];
        this.taken = new int[graph.switchCount()];
        this.reserved = new int[graph.switchCount()];
        this.onPath = new int[graph.switchCount()];
        this.lastTo = new int[graph.slotCount()];
        this.seen = new int[graph.slotCount() * states];
        this.before = new int[seen.length];
        this.depth = new int[seen.length];
        this.queue = new int[seen.length];
        int ends = hopsLeft.lastCount();
        this.known = new KnownPaths(ends * ends * 2, graph.switchCount() + ends, graph.switchCount());
        this.none = known.noneTaken();
        this.takenBits = known.noneTaken();
        this.ownBits = known.noneTaken();
        this.ownSlots = new int[graph.switchCount() + 1];
    }

    /** Turns to another pair. Cheap while the destination stays. */
    void pair(int fromSwitch, int toSwitch) {
        if (toSwitch != destination) {
            graph.distances(toSwitch, distance);
            destination = toSwitch;
        }
        hopsLeft.toward(toSwitch);
        source = fromSwitch;
        known.clear();
    }

    /** Hops of a shortest path between two switches at all, from any switch to the destination. */
    int distance(int fromSwitch) {
        return distance[fromSwitch];
    }

    /**
     * Forgets the paths found: a new set.
     *
     * @param reserve keep the switches next to the source for the paths that start there
     */
    void begin(boolean reserve) {
        set++;
        isEmpty = true;
        Arrays.fill(takenBits, 0);
        this.reserve = reserve;
        Arrays.fill(reserved, 0);
        for (int slot = graph.firstSlot(source); slot < graph.firstSlot(source + 1); slot++) {
            reserved[graph.peer(slot)] = reserve ? slot + 1 : 0;
        }
    }

    /**
     * Finds one more path of the set and takes its switches.
     *
     * @param first the slot it starts with
     * @param last the slot it ends with, -1 = any
     * @param limit most hops
     * @param slots gets the hops
     * @return how many; 0 = there is none
     */
    int next(int first, int last, int limit, int[] slots) {
        int kind = ((first - graph.firstSlot(source)) * hopsLeft.lastCount() + hopsLeft.lastIndex(last)) * 2
                + (reserve ? 1 : 0);
        KnownPaths.Known before = known.find(kind, takenBits, limit);
        if (before == null && !isEmpty && known.find(kind, none, limit) == null) {
            findAsIfEmpty(kind, first, last, limit);
            before = known.find(kind, takenBits, limit);
        }
        if (before != null) {
            System.arraycopy(before.slots(), 0, slots, 0, before.hops());
            cost = before.cost();
            return take(slots, before.hops());
        }
        int hops = find(kind, takenBits, first, last, limit);
        System.arraycopy(ownSlots, 0, slots, 0, hops);
        return take(slots, hops);
    }

    /** Finds what a search finds while nothing is taken: the outcome that serves most other searches. */
    private void findAsIfEmpty(int kind, int first, int last, int limit) {
        int present = set;
        set = NO_SET;
        find(kind, none, first, last, limit);
        set = present;
    }

    /** @return hops of the path, which is in {@code ownSlots}; 0 = there is none */
    private int find(int kind, long[] without, int first, int last, int limit) {
        find(first, last, limit);
        int hops = found < 0 ? 0 : trace(ownSlots);
        cost = found < 0 ? 0 : rule.cost(found % states);
        if (!sawLoop) {
            Arrays.fill(ownBits, 0);
            mark(ownBits, ownSlots, hops);
            known.add(kind, without, limit, ownBits, ownSlots, hops, cost);
        }
        return hops;
    }

    private void mark(long[] bits, int[] slots, int hops) {
        for (int i = 0; i < hops; i++) {
            int bit = i < hops - 1 ? graph.peer(slots[i]) : graph.switchCount() + hopsLeft.lastIndex(slots[i]);
            bits[bit >> 6] |= 1L << (bit & 63);
        }
    }

    private int take(int[] slots, int hops) {
        for (int i = 0; i < hops - 1; i++) {
            taken[graph.peer(slots[i])] = set;
        }
        if (hops > 0) {
            lastTo[slots[hops - 1]] = set;
            mark(takenBits, slots, hops);
            isEmpty = false;
        }
        return hops;
    }

    private void find(int first, int last, int limit) {
        left = hopsLeft.to(last);
        found = -1;
        sawLoop = false;
        int within = 1;
        for (int round = 1; found < 0 && within <= limit; round++) {
            leastLeftOut = Integer.MAX_VALUE;
            search(first, last, round < MAX_ROUNDS ? within : limit);
            within = leastLeftOut;
        }
    }

    private void search(int first, int last, int limit) {
        search++;
        foundDepth = limit;
        int tail = start(first, last, limit);
        for (int head = 0; head < tail; head++) {
            int node = queue[head];
            if (depth[node] >= foundDepth) {
                break;
            }
            tail = expand(node, last, limit, tail);
        }
    }

    /** Whether a path of some hops that ends with a slot has too many left. */
    private boolean isTooFar(int hops, int slot, int state, int limit) {
        int atLeast = hops + left[slot * boundStates + boundState[state]];
        if (atLeast > limit) {
            leastLeftOut = Math.min(leastLeftOut, atLeast);
        }
        return atLeast > limit;
    }

    private int start(int first, int last, int limit) {
        int entered = graph.peer(first);
        if (entered == destination) {
            boolean allowed = limit >= 1 && (last < 0 || last == first) && lastTo[first] != set;
            if (allowed) {
                found = first * states + rule.start(0);
                before[found] = -1;
                depth[found] = 1;
            }
            return 0;
        }
        if (taken[entered] == set || distance[entered] < 0) {
            return 0;
        }
        int tail = 0;
        for (int i = 0; i < rule.starts(); i++) {
            if (isTooFar(1, first, rule.start(i), limit)) {
                continue;
            }
            int node = first * states + rule.start(i);
            seen[node] = search;
            before[node] = -1;
            depth[node] = 1;
            queue[tail++] = node;
        }
        return tail;
    }

    private int expand(int node, int last, int limit, int tail) {
        int in = node / states;
        int state = node % states;
        int s = graph.peer(in);
        int reach = depth[node] + 1;
        int end = tail;
        for (int out = graph.firstSlot(s); out < graph.firstSlot(s + 1); out++) {
            int peer = graph.peer(out);
            boolean arrives = peer == destination;
            boolean closed = arrives
                    ? lastTo[out] == set || last >= 0 && out != last
                    : peer == source || taken[peer] == set || reserved[peer] != 0;
            int next = closed ? -1 : rule.next(state, in, out);
            int to = out * states + next;
            if (next < 0 || seen[to] == search || isTooFar(reach, out, next, limit)) {
                continue;
            }
            seen[to] = search;
            before[to] = node;
            depth[to] = reach;
            if (!arrives) {
                queue[end++] = to;
            } else if (better(to) && simple(to)) {
                found = to;
                foundDepth = reach;
            }
        }
        return end;
    }

    private boolean better(int node) {
        return found < 0 || rule.cost(node % states) < rule.cost(found % states);
    }

    private boolean simple(int node) {
        walk++;
        for (int at = node; at >= 0; at = before[at]) {
            int s = graph.peer(at / states);
            if (onPath[s] == walk) {
                sawLoop = true;
                return false;
            }
            onPath[s] = walk;
        }
        return true;
    }

    private int trace(int[] slots) {
        int hops = depth[found];
        int at = found;
        for (int i = hops - 1; i >= 0; i--) {
            slots[i] = at / states;
            at = before[at];
        }
        return hops;
    }

    /** Cost of the path last found, by its last state. */
    int cost() {
        return cost;
    }
}
