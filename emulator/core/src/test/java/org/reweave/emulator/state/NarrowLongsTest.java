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
    void aClearedArrayHoldsZerosAndTakesAnything(long value) {
        NarrowLongs values = new NarrowLongs();
        values.resize(4);
        values.set(1, value);
        values.clear(3);
        assertThat(contents(values)).isEqualTo(new long[] {0, 0, 0});
        values.set(2, value);
        assertThat(contents(values)).isEqualTo(new long[] {0, 0, value});
    }
}
