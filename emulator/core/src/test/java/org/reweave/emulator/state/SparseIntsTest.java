package org.reweave.emulator.state;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Random;
import org.junit.jupiter.api.Test;
import org.reweave.reconfig.state.StateReader;
import org.reweave.reconfig.state.StateWriter;

/** The oracle is an array. */
class SparseIntsTest {
    private static final int SIZE = 1000;

    private static void expect(SparseInts numbers, int[] oracle) {
        for (int i = 0; i < SIZE; i++) {
            assertThat(numbers.get(i)).as("number %d", i).isEqualTo(oracle[i]);
        }
    }

    @Test
    void behavesAsAnArrayAndIsRestoredFromItsState() {
        SparseInts numbers = new SparseInts(SIZE);
        int[] oracle = new int[SIZE];
        Random random = new Random(3);
        for (int step = 0; step < 40; step++) {
            int index = random.nextInt(SIZE);
            oracle[index] = random.nextInt(4) - 1;
            numbers.set(index, oracle[index]);
        }
        expect(numbers, oracle);
        StateWriter out = new StateWriter();
        numbers.visit(out);
        SparseInts restored = new SparseInts(SIZE);
        restored.set(999, 7); // what the state has in its place wins
        StateReader in = new StateReader(out.toArray());
        restored.visit(in);
        in.end();
        expect(restored, oracle);
    }

    @Test
    void aStateHasOnlyPagesThatWereSet() {
        SparseInts numbers = new SparseInts(SIZE);
        numbers.set(70, 0);
        StateWriter nothing = new StateWriter();
        numbers.visit(nothing);
        assertThat(nothing.toArray()).containsOnly(0).hasSize(1);
        numbers.set(70, 5);
        StateWriter page = new StateWriter();
        numbers.visit(page);
        assertThat(page.toArray()).hasSize(1 + 2 + 64);
    }
}
