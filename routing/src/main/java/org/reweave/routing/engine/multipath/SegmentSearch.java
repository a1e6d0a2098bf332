package org.reweave.routing.engine.multipath;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import org.reweave.routing.topology.SwitchGraph;

/**
 * Finds disjoint legal paths of few straight segments on a torus, for pairs whose shortest legal paths share switches.
 * The segments end where those of the thesis's patterns do: at a coordinate of the source or the destination or next to
 * it, at the first coordinates or at the last. From all such paths it picks one for each direction of the source. Not
 * thread-safe. Source: thesis §4.3.4; the limit of five segments is that of the printed sequences.
 */
final class SegmentSearch {
    private static final int MAX_SEGMENTS = 5;
    private static final int MAX_PATHS = 40_000;
    private static final int MAX_STEPS = 2_000_000;

    /**
     * A candidate.
     *
     * @param passed bits of the switches between its ends
     */
    private record Candidate(int[] slots, long[] passed) {}

    private final SwitchGraph graph;
    private final TorusSides sides;
    private final SpftrLanes lanes;
    private final int[] distance;
    private final boolean[] onPath;
    private final int[] slots;
    private final int[][] states; // [hop][level]; -1 = not legal on it
    private final List<List<Candidate>> byDirection = new ArrayList<>();
    private final Candidate[] chosen;
    private final long[] taken;
    private int source;
    private int destination;
    private int limit;
    private int found;
    private int steps;

    SegmentSearch(SwitchGraph graph, TorusSides sides, SpftrLanes lanes) {
        this.graph = graph;
        this.sides = sides;
        this.lanes = lanes;
        this.distance = new int[graph.switchCount()];
        this.onPath = new boolean[graph.switchCount()];
        this.slots = new int[graph.switchCount() + 1];
        this.states = new int[graph.switchCount() + 1][lanes.starts()];
        this.chosen = new Candidate[sides.directions()];
        this.taken = new long[(graph.switchCount() >> 6) + 1];
        for (int direction = 0; direction < sides.directions(); direction++) {
            byDirection.add(new ArrayList<>());
        }
    }

    /**
     * @param limit most hops of a path
     * @return whether there are as many paths as directions
     */
    boolean find(int fromSwitch, int toSwitch, int limit) {
        source = fromSwitch;
        destination = toSwitch;
        this.limit = limit;
        graph.distances(destination, distance);
        found = 0;
        steps = 0;
        byDirection.forEach(List::clear);
        Arrays.fill(onPath, false);
        onPath[source] = true;
        segment(source, -1, 0, 0);
        for (List<Candidate> candidates : byDirection) {
            candidates.sort(Comparator.comparingInt(candidate -> candidate.slots().length));
            if (candidates.isEmpty()) {
                return false;
            }
        }
        Arrays.fill(chosen, null);
        Arrays.fill(taken, 0);
        return choose(0);
    }

    /** Tries all next segments of a path that stands at a switch. */
    private void segment(int from, int axis, int count, int hops) {
        for (int direction = 0; direction < sides.directions(); direction++) {
            if (direction >> 1 != axis) {
                goStraight(from, direction, count + 1, hops);
            }
        }
    }

    private void goStraight(int from, int direction, int count, int hopsBefore) {
        int at = from;
        int hops = hopsBefore;
        while (found < MAX_PATHS) {
            slots[hops] = sides.slot(at, direction);
            int peer = graph.peer(slots[hops]);
            boolean closed = onPath[peer] || hops + 1 + distance[peer] > limit;
            if (closed || !legal(hops)) {
                break;
            }
            hops++;
            at = peer;
            if (at == destination) {
                record(hops);
                break;
            }
            onPath[at] = true;
            if (count < MAX_SEGMENTS && mayTurn(at, direction >> 1)) {
                segment(at, direction >> 1, count, hops);
            }
        }
        for (int i = hopsBefore; i < hops; i++) {
            int passed = graph.peer(slots[i]);
            if (passed != destination) {
                onPath[passed] = false;
            }
        }
    }

    private boolean legal(int hop) {
        boolean any = hop == 0;
        for (int level = 0; level < lanes.starts(); level++) {
            if (hop == 0) {
                states[0][level] = lanes.start(level);
            } else {
                int before = states[hop - 1][level];
                states[hop][level] = before < 0 ? -1 : lanes.next(before, slots[hop - 1], slots[hop]);
                any |= states[hop][level] >= 0;
            }
        }
        return any;
    }

    private boolean mayTurn(int s, int dimension) {
        int at = sides.coordinate(s, dimension);
        int size = sides.size(dimension);
        boolean atEnd = at <= 1 || at == size - 1;
        return atEnd
                || near(at, sides.coordinate(source, dimension), size)
                || near(at, sides.coordinate(destination, dimension), size);
    }

    private static boolean near(int a, int b, int size) {
        int apart = Math.floorMod(a - b, size);
        return apart <= 1 || apart == size - 1;
    }

    private void record(int hops) {
        long[] passed = new long[taken.length];
        for (int i = 0; i < hops - 1; i++) {
            int s = graph.peer(slots[i]);
            passed[s >> 6] |= 1L << s;
        }
        byDirection.get(sides.direction(slots[0])).add(new Candidate(Arrays.copyOf(slots, hops), passed));
        found++;
    }

    /** Picks paths for the directions that have none yet, the one with the fewest candidates first. */
    private boolean choose(int done) {
        if (done == chosen.length) {
            return true;
        }
        int next = -1;
        for (int direction = 0; direction < chosen.length; direction++) {
            boolean open = chosen[direction] == null;
            int candidates = byDirection.get(direction).size();
            next = open && (next < 0 || candidates < byDirection.get(next).size()) ? direction : next;
        }
        for (Candidate candidate : byDirection.get(next)) {
            if (steps++ > MAX_STEPS) {
                return false;
            }
            if (free(candidate)) {
                flip(candidate);
                chosen[next] = candidate;
                if (choose(done + 1)) {
                    return true;
                }
                chosen[next] = null;
                flip(candidate);
            }
        }
        return false;
    }

    private boolean free(Candidate candidate) {
        for (int i = 0; i < taken.length; i++) {
            if ((taken[i] & candidate.passed()[i]) != 0) {
                return false;
            }
        }
        return true;
    }

    private void flip(Candidate candidate) {
        for (int i = 0; i < taken.length; i++) {
            taken[i] ^= candidate.passed()[i];
        }
    }

    /** The path found that leaves the source in a direction. */
    int[] path(int direction) {
        return chosen[direction].slots();
    }
}
