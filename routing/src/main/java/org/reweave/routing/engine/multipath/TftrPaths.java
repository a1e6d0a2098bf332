package org.reweave.routing.engine.multipath;

import java.util.Arrays;
import java.util.Comparator;
import java.util.stream.IntStream;
import org.reweave.routing.engine.spi.UnroutableException;
import org.reweave.routing.engine.updown.UpDownOrder;
import org.reweave.routing.model.Deviation;
import org.reweave.routing.topology.Fabric;
import org.reweave.routing.topology.SwitchGraph;

/**
 * Stages 1 to 5 of TFTR: for each pair the sets of disjoint paths with few hops and few forbidden turns, the first of
 * which that has no mapping conflict is taken; then the load is spread over the VLs.
 *
 * <p>A set's paths are at most 4 hops longer than the shortest way, as §4.2.2 says. That cannot give all paths on large
 * tori: two neighbours on a ring of 8 need a path of 7 hops around it. Deviation: while paths are missing, 2 hops more
 * are allowed. Conflicts are solved in the printed order: the same VL ({@link TurnLanes}), another set of paths, a new
 * SL, dropping a path. Deviation: the other path may be partially disjoint only once no SL is left, and on demand: else
 * no pair of Table 8.2 would need more SLs to have all its paths disjoint.
 */
@Deviation("thesis §4.2.2, TFTR")
@Deviation("thesis §4.2.1, stage 4, partially disjoint paths")
final class TftrPaths {
    /** Hops that a path may be longer than the shortest one, at first (thesis §4.2.2). */
    private static final int SLACK = 4;
    /** Hops that a path may be longer at most; beyond these, all paths are searched without a limit. */
    private static final int MOST_SLACK = 10;

    /**
     * Limits on the resources of all paths.
     *
     * @param lanes VLs
     * @param levels SLs
     * @param paths of a pair
     * @param partly partially disjoint paths in place of those that are dropped
     * @param shortestFirst a set of fewer hops before one of fewer forbidden turns, and a new SL before a longer set
     *     (thesis §8.1.5)
     */
    record Bounds(int lanes, int levels, int paths, boolean partly, boolean shortestFirst) {}

    /** One candidate set. */
    private static final class PathSet {
        final int[][] slots;
        final int[] hops;
        final int[] level;
        int count;
        int total;
        int cost;

        PathSet(int paths, int switches) {
            slots = new int[paths][switches];
            hops = new int[paths];
            level = new int[paths];
        }

        void clear() {
            count = 0;
            total = 0;
            cost = 0;
        }
    }

    private static final Comparator<PathSet> BEST_FIRST = Comparator.<PathSet>comparingInt(set -> -set.count)
            .thenComparingInt(set -> set.cost)
            .thenComparingInt(set -> set.total);
    private static final Comparator<PathSet> SHORTEST_FIRST = Comparator.<PathSet>comparingInt(set -> -set.count)
            .thenComparingInt(set -> set.total)
            .thenComparingInt(set -> set.cost);

    private final Fabric fabric;
    private final SwitchGraph graph;
    private final Bounds bounds;
    private final TurnLanes lanes;
    private final DisjointSearch search;
    private final DisjointSearch fitting; // paths that conflict with nothing as it is
    private final SharingSearch sharing; // partially disjoint paths that conflict with nothing as it is
    private final DisjointBacktracking backtracking;
    private final PathStarts starts;
    private final PathBook book;
    private PathSet[] sets = new PathSet[0];
    private int setCount;
    private int wanted; // paths of the present pair
    private int limit; // hops of each
    private final int[] slots;
    private final int[] lost; // [source * switches + destination] paths that were dropped
    private long dropped;
    private long partly;

    TftrPaths(Fabric fabric, SwitchGraph graph, UpDownOrder order, Bounds bounds) {
        this.fabric = fabric;
        this.graph = graph;
        this.bounds = bounds;
        this.lanes = new TurnLanes(graph, order, bounds.lanes());
        HopsLeft hopsLeft = new HopsLeft(graph, rule());
        this.search = new DisjointSearch(graph, rule(), hopsLeft);
        this.backtracking = new DisjointBacktracking(graph, rule(), bounds.paths());
        this.fitting = new DisjointSearch(graph, fittingRule(), hopsLeft);
        this.sharing = new SharingSearch(fabric, graph, fittingRule());
        this.starts = new PathStarts(fabric, graph, search);
        this.book = new PathBook(graph, bounds.paths());
        this.slots = new int[graph.switchCount() + 1];
        this.lost = new int[graph.switchCount() * graph.switchCount()];
    }

    /** Stage 3: a path crosses fewer forbidden turns than there are VLs. */
    private PathRule rule() {
        return new PathRule() {
            @Override
            public int stateCount() {
                return bounds.lanes();
            }

            @Override
            public int starts() {
                return 1;
            }

            @Override
            public int start(int index) {
                return 0;
            }

            @Override
            public int next(int state, int in, int out) {
                int next = state + (lanes.isForbidden(in, out) ? 1 : 0);
                return next < bounds.lanes() ? next : -1;
            }

            @Override
            public int cost(int state) {
                return state;
            }
        };
    }

    /**
     * The rule for the other path of stage 4: a path on a level in use that changes no VL of that level. States are
     * (level, lane).
     */
    private PathRule fittingRule() {
        return new PathRule() {
            private final int[] levelOf = IntStream.range(0, stateCount())
                    .map(state -> state / bounds.lanes())
                    .toArray();

            @Override
            public int stateCount() {
                return bounds.levels() * bounds.lanes();
            }

            @Override
            public int starts() {
                return lanes.levelCount();
            }

            @Override
            public int start(int index) {
                return index * bounds.lanes();
            }

            @Override
            public int next(int state, int in, int out) {
                int levelStart = start(levelOf[state]);
                int lane = lanes.laneAsIs(levelOf[state], state - levelStart, in, out);
                return lane < 0 ? -1 : levelStart + lane;
            }

            @Override
            public int cost(int state) {
                return state;
            }

            /** The VL is at least the number of forbidden turns. */
            @Override
            public int boundState(int state) {
                return state % bounds.lanes();
            }
        };
    }

    /** Computes all pairs. */
    void compute() {
        int switches = graph.switchCount();
        for (int destination = 0; destination < switches; destination++) {
            for (int source = 0; source < switches; source++) {
                if (source != destination && graph.connected(source, destination)) {
                    search.pair(source, destination);
                    fitting.pair(source, destination);
                    starts.pair(source, destination);
                    collect(source, destination);
                    choose(source, destination);
                }
            }
        }
        for (int destination = 0; destination < switches && bounds.partly(); destination++) {
            for (int source = 0; source < switches; source++) {
                int missing = lost[source * switches + destination];
                if (missing > 0) {
                    search.pair(source, destination);
                    addPartlyDisjoint(source, destination, missing);
                }
            }
        }
        lanes.settle();
        balance();
    }

    private int degree(int s) {
        return graph.firstSlot(s + 1) - graph.firstSlot(s);
    }

    /** Stages 1 to 3. */
    private void collect(int source, int destination) {
        wanted = Math.min(bounds.paths(), Math.min(degree(source), degree(destination)));
        int distance = search.distance(source);
        // without transitions most pairs have no complete set, however long its paths
        int least = bounds.lanes() == 1 ? MOST_SLACK + 2 : SLACK;
        for (int slack = least; slack <= MOST_SLACK + 2; slack += 2) {
            limit = slack > MOST_SLACK ? graph.switchCount() : distance + slack;
            if (collect(search) == wanted || backtrack(source, destination)) {
                break;
            }
        }
        if (sets[0].count == 0) {
            throw new UnroutableException("tftr: no path from " + fabric.deviceName(source) + " to "
                    + fabric.deviceName(destination) + " of " + fabric.name() + " crosses fewer than " + bounds.lanes()
                    + " forbidden turns; raise vls, or use updown");
        }
    }

    /**
     * Searches a complete set where none of the orders gave one; at the first slack only, longer paths being easier to
     * find.
     */
    private boolean backtrack(int source, int destination) {
        if (!starts.plane() || limit != search.distance(source) + SLACK) {
            return false;
        }
        if (!backtracking.find(source, destination, wanted, limit)) {
            return false;
        }
        PathSet set = sets[0];
        set.clear();
        for (int path = 0; path < wanted; path++) {
            int hops = backtracking.hops(path);
            System.arraycopy(backtracking.slots(path), 0, slots, 0, hops);
            insert(set, hops);
            set.cost += backtracking.cost(path);
        }
        return true;
    }

    /**
     * Sets by the orders of the thesis, and by further ones if those do not give all paths.
     *
     * @return paths of the best set
     */
    private int collect(DisjointSearch finder) {
        setCount = 0;
        for (int order = 0; order < starts.orders(); order++) {
            if (order == starts.firstOrders() && most() == wanted && !bounds.shortestFirst()) {
                break;
            }
            collect(finder, order);
        }
        Arrays.sort(sets, 0, setCount, bounds.shortestFirst() ? SHORTEST_FIRST : BEST_FIRST);
        return sets[0].count;
    }

    private int most() {
        int most = 0;
        for (int i = 0; i < setCount; i++) {
            most = Math.max(most, sets[i].count);
        }
        return most;
    }

    private void collect(DisjointSearch finder, int order) {
        if (setCount == sets.length) {
            sets = Arrays.copyOf(sets, setCount + 1);
            sets[setCount] = new PathSet(bounds.paths(), graph.switchCount() + 1);
        }
        PathSet set = sets[setCount++];
        set.clear();
        finder.begin(starts.reserves(order));
        for (int i = 0; i < starts.size(order) && set.count < wanted; i++) {
            int hops = finder.next(starts.first(order, i), starts.last(order, i), limit, slots);
            if (hops > 0) {
                insert(set, hops);
                set.cost += finder.cost();
            }
        }
    }

    /** Keeps a set's paths in ascending order of hops. */
    private void insert(PathSet set, int hops) {
        int at = set.count++;
        int[] free = set.slots[at];
        while (at > 0 && set.hops[at - 1] > hops) {
            set.slots[at] = set.slots[at - 1];
            set.hops[at] = set.hops[at - 1];
            at--;
        }
        System.arraycopy(slots, 0, free, 0, hops);
        set.slots[at] = free;
        set.hops[at] = hops;
        set.total += hops;
    }

    /** Stage 4. */
    private void choose(int source, int destination) {
        int most = sets[0].count;
        int levels = bounds.shortestFirst() ? bounds.levels() : Math.max(1, lanes.levelCount());
        PathSet chosen = firstThatFits(most, levels);
        if (chosen == null) {
            limit += SLACK;
            chosen = collect(fitting) == most ? firstThatFits(most, levels) : null;
            limit -= SLACK;
        }
        if (chosen == null) { // the sets have been overwritten
            collect(source, destination);
            while (chosen == null && levels < bounds.levels()) {
                chosen = firstThatFits(most, ++levels);
            }
        }
        chosen = chosen == null ? leastLoss() : chosen;
        int missing = 0;
        for (int path = 0; path < chosen.count; path++) {
            if (chosen.level[path] >= 0) {
                book.add(source, destination, chosen.slots[path], chosen.hops[path], chosen.level[path]);
            } else {
                missing++;
            }
        }
        dropped += missing;
        lost[source * graph.switchCount() + destination] = missing;
        lanes.keep();
    }

    /**
     * §4.1: partially disjoint paths behind the disjoint ones of a pair, as many as were dropped, while such paths are
     * found. They come after the disjoint paths of all pairs, which they leave as they are.
     */
    private void addPartlyDisjoint(int source, int destination, int missing) {
        sharing.pair(source, destination);
        for (int path = 0; path < book.count(source, destination); path++) {
            sharing.use(slots, book.read(source, destination, path, slots));
        }
        int most = Math.min(search.distance(source) + 2 * SLACK, graph.switchCount());
        for (int left = missing; left > 0; left--) {
            int hops = sharing.find(most, slots);
            if (hops == 0) {
                return;
            }
            int level = 0;
            while (!lanes.place(level, slots, hops)) {
                level++; // the rule allowed it on some level
            }
            book.add(source, destination, slots, hops, level);
            sharing.use(slots, hops);
            lanes.keep();
            partly++;
        }
    }

    private PathSet firstThatFits(int count, int levels) {
        for (int i = 0; i < setCount && sets[i].count == count; i++) {
            if (place(sets[i], levels) == count) {
                return sets[i];
            }
        }
        return null;
    }

    /**
     * Puts a set's paths on levels; if some path conflicts everywhere, the levels stay as before.
     *
     * @return the set's count, or less when some path conflicts on all levels
     */
    private int place(PathSet set, int levels) {
        int mark = lanes.mark();
        int placed = placeAny(set, levels);
        if (placed < set.count) {
            lanes.undo(mark);
        }
        return placed;
    }

    private int placeAny(PathSet set, int levels) {
        int placed = 0;
        for (int path = 0; path < set.count; path++) {
            set.level[path] = -1;
            for (int level = 0; level < levels && set.level[path] < 0; level++) {
                if (lanes.place(level, set.slots[path], set.hops[path])) {
                    set.level[path] = level;
                    placed++;
                }
            }
        }
        return placed;
    }

    /** Where no set fits as a whole: takes the set with the most paths that fit, and drops its other paths. */
    private PathSet leastLoss() {
        int best = 0;
        int most = -1;
        for (int i = 0; i < setCount; i++) {
            int mark = lanes.mark();
            int placed = placeAny(sets[i], bounds.levels());
            lanes.undo(mark);
            if (placed > most) {
                best = i;
                most = placed;
            }
        }
        placeAny(sets[best], bounds.levels());
        return sets[best];
    }

    /**
     * Stage 5: paths go to the level on which they even out the hops on VL 0 and on the VLs above, if they conflict
     * with nothing there.
     */
    private void balance() {
        int switches = graph.switchCount();
        long raised = 0; // hops above VL 0, less hops on it
        for (int source = 0; source < switches; source++) {
            for (int destination = 0; destination < switches; destination++) {
                for (int path = 0; path < book.count(source, destination); path++) {
                    int hops = book.read(source, destination, path, slots);
                    int best = -1;
                    long least = Long.MAX_VALUE;
                    for (int level = 0; level < lanes.levelCount(); level++) {
                        int above = lanes.raisedHops(level, slots, hops);
                        long after = Math.abs(raised + 2L * above - hops);
                        if (above >= 0 && after < least) {
                            best = level;
                            least = after;
                        }
                    }
                    book.relevel(source, destination, path, best);
                    raised += 2L * lanes.raisedHops(best, slots, hops) - hops;
                }
            }
        }
    }

    PathBook book() {
        return book;
    }

    TurnLanes lanes() {
        return lanes;
    }

    /** Number of paths dropped because they conflicted on every SL. */
    long dropped() {
        return dropped;
    }

    /** Number of partially disjoint paths in place of dropped ones. */
    long partly() {
        return partly;
    }
}
