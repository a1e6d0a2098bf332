package org.reweave.emulator.governor;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/**
 * Knots of waiting nodes against a definition that anybody can read: strike out whoever can go on until nobody is left
 * who can.
 */
class WaitGraphTest {
    private static Set<Integer> neverGoOn(Map<Integer, List<Integer>> waits, Set<Integer> free) {
        Set<Integer> left = new TreeSet<>(waits.keySet());
        left.removeAll(free);
        boolean struck = true;
        while (struck) {
            struck = left.removeIf(node -> !left.containsAll(waits.get(node)));
        }
        return left;
    }

    private static Set<Integer> reached(int node, Map<Integer, List<Integer>> waits) {
        Set<Integer> all = new TreeSet<>(Set.of(node));
        List<Integer> open = new ArrayList<>(all);
        for (int i = 0; i < open.size(); i++) {
            waits.get(open.get(i)).stream().filter(all::add).forEach(open::add);
        }
        return all;
    }

    @Test
    void aKnotIsFoundExactlyWhenSomebodyNeverGoesOnAndItsMembersLeadToEachOtherOnly() {
        int knots = 0;
        for (long seed = 1; seed <= 3_000; seed++) {
            Random random = new Random(seed);
            int nodes = 1 + random.nextInt(12);
            WaitGraph graph = new WaitGraph(nodes);
            graph.wait(0, 0);
            graph.clear();
            Map<Integer, List<Integer>> waits = new TreeMap<>();
            Set<Integer> free = new TreeSet<>();
            for (int node = 0; node < nodes; node++) {
                for (int ways = random.nextInt(4); ways > 0; ways--) {
                    int wanted = random.nextInt(nodes);
                    waits.computeIfAbsent(node, n -> new ArrayList<>()).add(wanted);
                    graph.wait(node, wanted);
                }
                if (random.nextInt(12) == 0) {
                    free.add(node);
                    graph.free(node);
                }
            }
            Set<Integer> stuck = neverGoOn(waits, free);
            List<Integer> knot = List.copyOf(graph.knot());
            String repeatable = "seed " + seed + ": waits " + waits + ", free " + free;
            assertThat(knot.isEmpty()).as(repeatable).isEqualTo(stuck.isEmpty());
            assertThat(stuck).as(repeatable).containsAll(knot);
            assertThat(knot.stream().map(node -> reached(node, waits)).collect(Collectors.toSet()))
                    .as(repeatable)
                    .isEqualTo(knot.isEmpty() ? Set.of() : Set.of(new TreeSet<>(knot)));
            knots += knot.isEmpty() ? 0 : 1;
        }
        assertThat(knots).isBetween(300, 2_700);
    }

    @Test
    void aCycleComesInWaitingOrder() {
        WaitGraph graph = new WaitGraph(6);
        graph.wait(0, 4);
        graph.wait(4, 2);
        graph.wait(2, 5);
        graph.wait(5, 4);
        assertThat(List.copyOf(graph.knot())).containsExactly(4, 2, 5);
    }
}
