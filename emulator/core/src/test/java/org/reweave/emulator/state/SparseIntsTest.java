package org.reweave.emulator.state;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.reweave.reconfig.state.StateReader;
import org.reweave.reconfig.state.StateWriter;

/** The oracle is an array. */
class SparseIntsTest {
    private static void expect(SparseInts numbers, int[] oracle) {
        for (int i = 0; i < oracle.length; i++) {
            assertThat(numbers.get(i)).as("number %d", i).isEqualTo(oracle[i]);
        }
    }

    @ParameterizedTest(name = "{1} numbers set of {0}")
    @CsvSource({"1, 3", "3, 9", "16, 40", "1000, 6", "1000, 40", "1000, 200", "1000, 3000", "100000, 500"})
    void behavesAsAnArrayAndIsRestoredFromItsState(int size, int steps) {
        SparseInts numbers = new SparseInts(size);
        int[] oracle = new int[size];
        Random random = new Random(3);
        for (int step = 0; step < steps; step++) {
            int index = random.nextInt(size);
            oracle[index] = random.nextInt(4) - 1;
            numbers.set(index, oracle[index]);
            assertThat(numbers.get(index)).isEqualTo(oracle[index]);
        }
        expect(numbers, oracle);
        StateWriter out = new StateWriter();
        numbers.visit(out);
        SparseInts restored = new SparseInts(size);
        restored.set(size - 1, 7); // what the state has in its place wins
        StateReader in = new StateReader(out.toArray());
        restored.visit(in);
        in.end();
        expect(restored, oracle);
        StateWriter again = new StateWriter();
        restored.visit(again);
        assertThat(again.toArray()).isEqualTo(out.toArray());
    }

    @Test
    void aStateHasTheNumbersThatAreNotZeroWhateverWasSetBefore() {
        SparseInts few = new SparseInts(1000);
        SparseInts many = new SparseInts(1000);
        for (int i = 0; i < 1000; i++) {
            many.set(i, 9);
        }
        for (int i = 0; i < 1000; i++) {
            many.set(i, 0);
        }
        few.set(3, 0);
        assertThat(words(few)).containsExactly(0);
        assertThat(words(many)).containsExactly(0);
        for (SparseInts numbers : List.of(few, many)) {
            numbers.set(70, 5);
            numbers.set(7, -1);
            assertThat(words(numbers)).containsExactly(2, 7, -1, 70, 5);
        }
    }

    private static long[] words(SparseInts numbers) {
        StateWriter out = new StateWriter();
        numbers.visit(out);
        return out.toArray();
    }

    @Test
    void aNumberBeyondTheLastIsRefused() {
        SparseInts numbers = new SparseInts(10);
        StateReader state = new StateReader(new long[] {1, 10, 5});
        assertThatThrownBy(() -> numbers.visit(state)).hasMessage("a number at 10; there are 10");
    }
}
