package org.reweave.reconfig.explore;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** The set of known states: rows of numbers, kept as trees. */
class VisitedStatesTest {
    private static int add(VisitedStates states, int from, int... row) {
        int[] tree = states.newTree();
        boolean[] changed = new boolean[tree.length];
        for (int part = 0; part < row.length; part++) {
            tree[states.leaf(part)] = row[part];
            changed[states.leaf(part)] = true;
        }
        states.rise(tree, changed);
        return states.add(tree, from);
    }

    private static int[] row(VisitedStates states, int state, int parts) {
        int[] tree = states.newTree();
        states.load(state, tree);
        int[] row = new int[parts];
        for (int part = 0; part < parts; part++) {
            row[part] = tree[states.leaf(part)];
        }
        return row;
    }

    @Test
    void theSetAnswersAsAMapOfWholeRowsDoesAndGivesEveryRowBack() {
        for (int parts : new int[] {2, 3, 4, 7, 25}) {
            Random random = new Random(parts);
            Map<String, Integer> oracle = new HashMap<>();
            List<int[]> rows = new ArrayList<>();
            VisitedStates states = new VisitedStates(parts, 1_000_000);
            int[] row = new int[parts];
            for (int round = 0; round < 20_000; round++) {
                row[random.nextInt(parts)] = random.nextInt(2000 / parts);
                Integer known = oracle.putIfAbsent(Arrays.toString(row), oracle.size());
                int found = add(states, -1, row);
                assertThat(found).isEqualTo(known == null ? rows.size() : -1 - known);
                if (known == null) {
                    rows.add(row.clone());
                }
            }
            assertThat(states.count()).isEqualTo(rows.size());
            for (int state = 0; state < rows.size(); state++) {
                assertThat(row(states, state, parts)).isEqualTo(rows.get(state));
            }
        }
    }

    @Test
    void nodesAboveOneChangedNumberAreEnoughToFindTheRowAgain() {
        VisitedStates states = new VisitedStates(5, 100);
        int[] tree = states.newTree();
        boolean[] all = new boolean[tree.length];
        Arrays.fill(all, true);
        states.rise(tree, all);
        states.add(tree, -1);
        boolean[] one = new boolean[tree.length];
        tree[states.leaf(3)] = 9;
        one[states.leaf(3)] = true;
        states.rise(tree, one);
        assertThat(states.add(tree, 0)).isEqualTo(1);
        assertThat(add(states, 0, 0, 0, 0, 9, 0)).isEqualTo(-1 - 1);
    }

    @Test
    void everyStateKnowsTheStateThatItWasFoundFromFirst() {
        VisitedStates states = new VisitedStates(2, 10);
        add(states, -1, 1, 1);
        add(states, 0, 2, 1);
        add(states, 0, 3, 1);
        add(states, 2, 4, 1);
        add(states, 3, 2, 1);
        assertThat(List.of(states.parent(0), states.parent(1), states.parent(2), states.parent(3)))
                .containsExactly(-1, 0, 0, 2);
        assertThat(states.depth(3)).isEqualTo(2);
        assertThat(states.depth(0)).isZero();
    }

    @Test
    void aBudgetThatDoesNotSufficeIsAnErrorWithTheLimitAndTheRemedy() {
        VisitedStates states = new VisitedStates(2, 2);
        add(states, -1, 1, 0);
        add(states, 0, 2, 0);
        add(states, 1, 1, 0);
        assertThatThrownBy(() -> add(states, 1, 3, 0))
                .isInstanceOf(StateBudgetException.class)
                .hasMessageContaining("more than 2 states")
                .hasMessageContaining("budget");
    }

    @Test
    void whereMemoryEndsTheErrorSaysHowManyStatesItHeld() {
        VisitedStates states = new VisitedStates(2, Integer.MAX_VALUE, 4 << 20);
        assertThatThrownBy(() -> {
                    for (int state = 0; ; state++) {
                        add(states, state - 1, state, 0);
                    }
                })
                .isInstanceOf(StateBudgetException.class)
                .hasMessageContaining("more than " + states.count() + " states, which take")
                .hasMessageContaining("of 4 MB; give Java more memory (-Xmx)");
    }
}
