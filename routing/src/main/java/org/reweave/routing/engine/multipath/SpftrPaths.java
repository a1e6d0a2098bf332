package org.reweave.routing.engine.multipath;

import org.reweave.routing.engine.build.Resources;
import org.reweave.routing.engine.spi.UnroutableException;
import org.reweave.routing.topology.Fabric;
import org.reweave.routing.topology.SwitchGraph;

/**
 * The paths of SPFTR for all pairs of a torus: by patterns, and by search where there are none or none fits. Each path
 * gets, of the SLs on which it is legal, the one with the fewest paths so far.
 */
final class SpftrPaths {
    /**
     * Hops by which a searched path may be longer than the shortest way; where no set is found so, a ring and two hops
     * are added.
     */
    private static final int SLACK = 4;
    /** Where the search for paths of few segments starts. */
    private static final int LEAST_SLACK = 2;

    private final String engine;
    private final Fabric fabric;
    private final SwitchGraph graph;
    private final SpftrLanes lanes;
    private final SpftrPatterns patterns; // null = search
    private final DisjointSearch search;
    private final SegmentSearch segments;
    private final PathStarts starts;
    private final PathBook book;
    private final int wanted;
    private final int longest;
    private final int longestBySegments;
    private final long[] use = new long[Resources.MAX_LEVELS];
    private int[][] best;
    private int[] bestHops;
    private int[][] slots;
    private int[] hops;

    SpftrPaths(
            String engine,
            Fabric fabric,
            SwitchGraph graph,
            TorusSides sides,
            SpftrLanes lanes,
            SpftrPatterns patterns) {
        this.engine = engine;
        this.fabric = fabric;
        this.graph = graph;
        this.lanes = lanes;
        this.patterns = patterns;
        this.wanted = sides.directions();
        this.search = new DisjointSearch(graph, lanes, new HopsLeft(graph, lanes));
        this.segments = new SegmentSearch(graph, sides, lanes);
        this.starts = new PathStarts(fabric, graph, search);
        this.book = new PathBook(graph, wanted);
        int around = 0;
        for (int d = 0; d < sides.dimensions(); d++) {
            around = Math.max(around, sides.size(d));
        }
        this.longest = around + SLACK + 2;
        this.longestBySegments = longest + around;
        this.best = new int[wanted][graph.switchCount() + 1];
        this.slots = new int[wanted][graph.switchCount() + 1];
        this.bestHops = new int[wanted];
        this.hops = new int[wanted];
    }

    void compute() {
        int switches = graph.switchCount();
        for (int destination = 0; destination < switches; destination++) {
            for (int source = 0; source < switches; source++) {
                if (source == destination) {
                    continue;
                }
                if (patterns != null && patterns.find(source, destination)) {
                    takePattern(source, destination);
                } else {
                    searchPair(source, destination);
                }
            }
        }
    }

    private void takePattern(int source, int destination) {
        int done = 0;
        while (done != (1 << wanted) - 1) {
            int shortest = -1;
            for (int path = 0; path < wanted; path++) {
                boolean open = (done >> path & 1) == 0;
                shortest = open && (shortest < 0 || patterns.hops(path) < patterns.hops(shortest)) ? path : shortest;
            }
            done |= 1 << shortest;
            int level = level(patterns.levels(shortest));
            book.add(source, destination, patterns.slots(shortest), patterns.hops(shortest), level);
        }
    }

    private int level(int legal) {
        int least = -1;
        for (int left = legal; left != 0; left &= left - 1) {
            int level = Integer.numberOfTrailingZeros(left);
            least = least < 0 || use[level] < use[least] ? level : least;
        }
        use[least]++;
        return least;
    }

    private void searchPair(int source, int destination) {
        search.pair(source, destination);
        starts.pair(source, destination);
        int shortest = search.distance(source);
        int fewest = searchOrders(shortest + SLACK);
        fewest = fewest == Integer.MAX_VALUE ? searchOrders(shortest + longest) : fewest;
        if (fewest == Integer.MAX_VALUE && !bySegments(source, destination)) {
            throw new UnroutableException(engine + ": no " + wanted + " disjoint legal paths were found from "
                    + fabric.deviceName(source) + " to " + fabric.deviceName(destination) + " of " + fabric.name()
                    + "; use tftr or updown, or a torus of at least 5 switches in each dimension");
        }
        for (int path = 0; path < wanted; path++) {
            book.add(
                    source,
                    destination,
                    best[path],
                    bestHops[path],
                    level(lanes.legalLevels(best[path], bestHops[path])));
        }
    }

    /**
     * Stores the set with the fewest hops over all orders in {@link #best}.
     *
     * @return its hops, {@code Integer.MAX_VALUE} when no order gave a complete set
     */
    private int searchOrders(int limit) {
        int fewest = Integer.MAX_VALUE;
        for (int order = 0; order < starts.orders(); order++) {
            if (order == starts.firstOrders() && fewest < Integer.MAX_VALUE) {
                break;
            }
            int total = search(order, limit, fewest);
            if (total < fewest) {
                fewest = total;
                int[][] otherSlots = best;
                int[] otherHops = bestHops;
                best = slots;
                bestHops = hops;
                slots = otherSlots;
                hops = otherHops;
            }
        }
        return fewest;
    }

    /**
     * Paths of few segments, from the shortest limit that gives a set. Such a path may go around two rings, as those
     * between opposite corners do.
     */
    private boolean bySegments(int source, int destination) {
        int shortest = search.distance(source);
        for (int limit = shortest + LEAST_SLACK; limit <= shortest + longestBySegments; limit += 2) {
            if (segments.find(source, destination, limit)) {
                for (int path = 0; path < wanted; path++) {
                    bestHops[path] = segments.path(path).length;
                    System.arraycopy(segments.path(path), 0, best[path], 0, bestHops[path]);
                    sink(best, bestHops, path);
                }
                return true;
            }
        }
        return false;
    }

    /** Moves a set's last path to its place in ascending order of hops. */
    private static void sink(int[][] paths, int[] lengths, int last) {
        int[] path = paths[last];
        int length = lengths[last];
        int at = last;
        while (at > 0 && lengths[at - 1] > length) {
            paths[at] = paths[at - 1];
            lengths[at] = lengths[at - 1];
            at--;
        }
        paths[at] = path;
        lengths[at] = length;
    }

    /** @return hops of the set of an order, {@code Integer.MAX_VALUE} when it is not complete or not better */
    private int search(int order, int limit, int fewest) {
        int total = 0;
        search.begin(starts.reserves(order));
        for (int path = 0; path < wanted; path++) {
            int count = search.next(starts.first(order, path), starts.last(order, path), limit, slots[path]);
            total += count;
            if (count == 0 || total >= fewest) {
                return Integer.MAX_VALUE;
            }
            hops[path] = count;
            sink(slots, hops, path);
        }
        return total;
    }

    PathBook book() {
        return book;
    }
}
