package org.reweave.routing.engine.multipath;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.reweave.routing.topology.FabricGenerators;
import org.reweave.routing.topology.Faults;
import org.reweave.routing.topology.SwitchGraph;

class DisjointSearchTest {
    /** Every third turn is forbidden, and a path may have one of those. */
    private static final PathRule RULE = new PathRule() {
        @Override
        public int stateCount() {
            return 2;
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
            int next = state + ((7 * in + 5 * out) % 3 == 0 ? 1 : 0);
            return next < 2 ? next : -1;
        }

        @Override
        public int cost(int state) {
            return state;
        }
    };

    @ParameterizedTest
    @ValueSource(strings = {"torus:5x6", "irregular:24,4,seed=2", "hypercube:4"})
    void whatIsKeptAndLeftOutChangesNoPath(String name) {
        SwitchGraph graph = SwitchGraph.of(FabricGenerators.parse(name), Faults.none());
        DisjointSearch search = new DisjointSearch(graph, RULE, new HopsLeft(graph, RULE));
        Random random = new Random(5);
        int[] slots = new int[graph.switchCount() + 1];
        int found = 0;
        for (int round = 0; round < 60; round++) {
            int source = random.nextInt(graph.switchCount());
            int destination = (source + 1 + random.nextInt(graph.switchCount() - 1)) % graph.switchCount();
            search.pair(source, destination);
            List<Integer> starts = new ArrayList<>();
            for (int slot = graph.firstSlot(source); slot < graph.firstSlot(source + 1); slot++) {
                starts.add(slot);
            }
            for (int order = 0; order < 12; order++) {
                Collections.shuffle(starts, random);
                int limit = search.distance(source) + 2 * random.nextInt(4);
                search.begin(false);
                Set<Integer> taken = new HashSet<>();
                Set<Integer> ends = new HashSet<>();
                for (int first : starts) {
                    List<Integer> expected = shortest(graph, source, destination, first, limit, taken, ends);
                    int hops = search.next(first, -1, limit, slots);
                    assertThat(Arrays.stream(slots, 0, hops).boxed().toList())
                            .as("%s, %d to %d by slot %d within %d", name, source, destination, first, limit)
                            .isEqualTo(expected);
                    for (int i = 0; i < hops - 1; i++) {
                        taken.add(graph.peer(slots[i]));
                    }
                    if (hops > 0) {
                        ends.add(slots[hops - 1]);
                        found++;
                    }
                }
            }
        }
        assertThat(found).isGreaterThan(500);
    }

    /** A plain search: all ways by (slot, state), breadth first, in the order of slots. */
    private static List<Integer> shortest(
            SwitchGraph graph,
            int source,
            int destination,
            int first,
            int limit,
            Set<Integer> taken,
            Set<Integer> ends) {
        record Way(List<Integer> slots, int state) {}
        Deque<Way> open = new ArrayDeque<>(List.of(new Way(List.of(first), 0)));
        Set<List<Integer>> seen = new HashSet<>();
        Way best = null;
        while (!open.isEmpty()) {
            Way way = open.remove();
            int last = way.slots().get(way.slots().size() - 1);
            int s = graph.peer(last);
            if (s == destination) {
                boolean isBetter =
                        best == null || way.slots().size() == best.slots().size() && way.state() < best.state();
                best = isBetter && isSimple(graph, way.slots()) && !ends.contains(last) ? way : best;
                continue;
            }
            boolean isOver = best != null || way.slots().size() >= limit || taken.contains(s);
            for (int out = graph.firstSlot(s); out < graph.firstSlot(s + 1) && !isOver; out++) {
                int next = RULE.next(way.state(), last, out);
                boolean isClosed = graph.peer(out) == source
                        || taken.contains(graph.peer(out))
                        || graph.peer(out) == destination && ends.contains(out);
                if (next >= 0 && !isClosed && seen.add(List.of(out, next))) {
                    List<Integer> longer = new ArrayList<>(way.slots());
                    longer.add(out);
                    open.add(new Way(longer, next));
                }
            }
        }
        return best == null ? List.of() : best.slots();
    }

    private static boolean isSimple(SwitchGraph graph, List<Integer> slots) {
        return slots.stream().map(graph::peer).distinct().count() == slots.size();
    }
}
