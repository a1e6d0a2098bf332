package org.reweave.routing.engine.multipath;

import it.unimi.dsi.fastutil.ints.IntArrayList;
import java.util.Arrays;
import org.reweave.routing.topology.SwitchGraph;

/**
 * Route patterns applied to the pairs of a torus of two dimensions. The rows are dimension 0, the columns dimension 1.
 *
 * <p>A pair takes the pattern that a pair at a like place of the 7x7 torus has: rows and columns are added and left out
 * in the middle. Where that pattern is illegal or its paths meet, the patterns of other pairs are tried, those at
 * places nearest to the first one first. Source: thesis §4.3.4, §4.3.6, Appendix A. The thesis does not say which pair
 * of the small torus a pair of a large one is like.
 */
final class SpftrPatterns {
    private static final int SIZE = SpftrData.MAP_SIZE;
    private static final int PATHS = SpftrData.PATHS;

    private final SwitchGraph graph;
    private final TorusSides sides;
    private final SpftrData data;
    private final SpftrLanes lanes;
    private final SpftrData.Move[][][] patterns;
    private final int[] seen; // [switch] stamp of the pattern that passes it
    private int stamp;
    private final int[][] slots;
    private final int[] hops = new int[PATHS];
    private final int[] levels = new int[PATHS];

    SpftrPatterns(SwitchGraph graph, TorusSides sides, SpftrData data, SpftrLanes lanes) {
        this.graph = graph;
        this.sides = sides;
        this.data = data;
        this.lanes = lanes;
        this.seen = new int[graph.switchCount()];
        this.slots = new int[PATHS][graph.switchCount() + 1];
        this.patterns = new SpftrData.Move[data.patternCount()][][];
        for (int i = 0; i < patterns.length; i++) {
            patterns[i] = data.pattern(i);
        }
    }

    /**
     * Finds a pattern for a pair; {@link #slots} and so on have its paths.
     *
     * @return false when none fits
     */
    boolean find(int source, int destination) {
        int rows = like(sides.coordinate(source, 0), sides.coordinate(destination, 0), sides.size(0));
        int columns = like(sides.coordinate(source, 1), sides.coordinate(destination, 1), sides.size(1));
        int first = data.mapped(rows / SIZE, columns / SIZE, rows % SIZE, columns % SIZE);
        if (first >= 0 && apply(first, source, destination)) {
            return true;
        }
        IntArrayList others = nearest(rows, columns);
        for (int i = 0; i < others.size(); i++) {
            if (others.getInt(i) != first && apply(others.getInt(i), source, destination)) {
                return true;
            }
        }
        return false;
    }

    /** The places on a ring of 7 that correspond to two places of a ring of any size, as {@code 7 * from + to}. */
    private static int like(int from, int to, int size) {
        int a = like(from, size);
        int b = like(to, size);
        if (size == 5) { // the middle of 5 is the third or the fourth of 7
            a = from == 2 && to > 2 ? 3 : a;
            b = to == 2 && from > 2 ? 3 : b;
        }
        if (a == b && from != to) { // both are among those added in the middle
            boolean adjacent = Math.abs(from - to) == 1;
            int low = adjacent ? 3 : 2;
            a = from < to ? low : 4;
            b = from < to ? 4 : low;
        }
        return SIZE * a + b;
    }

    private static int like(int place, int size) {
        int kept = size <= 5 ? 2 : size == 6 ? 3 : 4;
        int keptAtEnd = size <= 5 ? 2 : 3;
        int fromEnd = size - 1 - place;
        if (place < kept) {
            return place;
        }
        return fromEnd < keptAtEnd ? SIZE - 1 - fromEnd : kept == 2 ? 2 : 3;
    }

    /** All patterns of the map, by the distance of a place they are mapped at from a given one, then by number. */
    private IntArrayList nearest(int rows, int columns) {
        int[] least = new int[patterns.length];
        Arrays.fill(least, Integer.MAX_VALUE);
        for (int r = 0; r < SIZE * SIZE; r++) {
            for (int c = 0; c < SIZE * SIZE; c++) {
                int pattern = data.mapped(r / SIZE, c / SIZE, r % SIZE, c % SIZE);
                int distance = Math.abs(r / SIZE - rows / SIZE)
                        + Math.abs(r % SIZE - rows % SIZE)
                        + Math.abs(c / SIZE - columns / SIZE)
                        + Math.abs(c % SIZE - columns % SIZE);
                if (pattern >= 0) {
                    least[pattern] = Math.min(least[pattern], distance);
                }
            }
        }
        IntArrayList order = new IntArrayList();
        for (int distance = 0; distance <= 4 * SIZE; distance++) {
            for (int pattern = 0; pattern < least.length; pattern++) {
                if (least[pattern] == distance) {
                    order.add(pattern);
                }
            }
        }
        return order;
    }

    private boolean apply(int pattern, int source, int destination) {
        stamp++;
        seen[source] = stamp;
        boolean direct = false;
        for (int path = 0; path < PATHS; path++) {
            hops[path] = walk(patterns[pattern][path], source, destination, slots[path]);
            if (hops[path] == 0 || hops[path] == 1 && direct) {
                return false;
            }
            direct |= hops[path] == 1;
            levels[path] = lanes.legalLevels(slots[path], hops[path]);
            if (levels[path] == 0) {
                return false;
            }
        }
        return true;
    }

    /**
     * Follows a sequence.
     *
     * @return hops, 0 = it does not end at the destination, or passes a switch that it or another path has passed
     */
    private int walk(SpftrData.Move[] moves, int source, int destination, int[] path) {
        int at = source;
        int count = 0;
        for (SpftrData.Move move : moves) {
            int direction = direction(move.port());
            for (int left = length(move, at, destination); left > 0; left--) {
                if (at != source && at == destination || count == path.length) {
                    return 0;
                }
                path[count] = sides.slot(at, direction);
                at = graph.peer(path[count++]);
                if (at != destination && seen[at] == stamp) {
                    return 0;
                }
                seen[at] = stamp;
            }
        }
        return at == destination ? count : 0;
    }

    private static int direction(int port) {
        boolean up = port == 1 || port == 2;
        return (port % 2 == 0 ? 0 : 2) + (up ? 1 : 0);
    }

    private int length(SpftrData.Move move, int at, int destination) {
        int dimension = move.port() % 2 == 0 ? 0 : 1;
        int size = sides.size(dimension);
        int target;
        switch (move.until()) {
            case ONE_HOP -> {
                return 1;
            }
            case DESTINATION -> target = sides.coordinate(destination, dimension) + move.offset();
            case LAST -> target = size - 1;
            default -> target = move.offset();
        }
        int away = target - sides.coordinate(at, dimension);
        return Math.floorMod((direction(move.port()) & 1) == 1 ? away : -away, size);
    }

    int[] slots(int path) {
        return slots[path];
    }

    int hops(int path) {
        return hops[path];
    }

    /** Levels on which a path is legal, a bit each. */
    int levels(int path) {
        return levels[path];
    }
}
