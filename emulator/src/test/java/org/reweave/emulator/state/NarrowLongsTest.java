package org.reweave.emulator.state;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Arrays that become wide sooner, later or never, against plain ones. */
class NarrowLongsTest {
    private static long[] contents(NarrowLongs values) {
        long[] all = new long[values.length()];
        Arrays.setAll(all, values::get);
        return all;
    }

    @ParameterizedTest(name = "values of up to {0} bits")
    @ValueSource(ints = {8, 15, 17, 31, 33, 63})
    void valuesAreKeptWhateverTheyNeed(int bits) {
        NarrowLongs values = new NarrowLongs();
        long[] expected = {};
        Random random = new Random(bits);
        for (int step = 0; step < 500; step++) {
            if (step % 50 == 0) {
                int length = random.nextInt(1, 40);
                values.resize(length);
                expected = Arrays.copyOf(expected, length);
            }
            int at = random.nextInt(expected.length);
            expected[at] = random.nextLong() >>> 64 - random.nextInt(1, bits + 1);
            values.set(at, expected[at]);
            assertThat(contents(values)).isEqualTo(expected);
        }
    }

    @ParameterizedTest(name = "with {0} in it")
    @ValueSource(longs = {5, -1, 65_535, 65_536, Integer.MAX_VALUE, Integer.MAX_VALUE + 1L, Long.MIN_VALUE})
    void aRestoredArrayHoldsTheUsedValues(long value) {
        NarrowLongs original = new NarrowLongs();
        original.resize(4);
        original.set(0, 7);
        original.set(1, value);
        StateWriter state = new StateWriter();
        original.visit(state, 2);
        NarrowLongs restored = new NarrowLongs();
        StateReader reader = new StateReader(state.toArray());
        restored.visit(reader, 0);
        reader.end();
        assertThat(contents(restored)).isEqualTo(new long[] {7, value});
    }
}
