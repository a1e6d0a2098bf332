package org.reweave.reconfig.state;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.junit.jupiter.api.Test;

class StateReaderTest {
    @Test
    void everyKindOfValueIsReadAsItWasWritten() {
        Fields written = new Fields(17);
        StateWriter out = new StateWriter();
        written.visit(out);
        Fields read = new Fields(0);
        StateReader in = new StateReader(out.toArray());
        read.visit(in);
        in.end();
        assertThat(read).usingRecursiveComparison().isEqualTo(written);
    }

    @Test
    void writingChangesNothing() {
        Fields fields = new Fields(17);
        fields.visit(new StateWriter());
        assertThat(fields).usingRecursiveComparison().isEqualTo(new Fields(17));
    }

    private enum Kind {
        ONE,
        OTHER
    }

    /** One field of every kind that a state can have; all values differ with the seed. */
    private static final class Fields {
        private long word;
        private int number;
        private boolean flag;
        private final long[] fixedLongs;
        private final int[] fixedInts;
        private final boolean[] fixedFlags;
        private final int[] partlyUsedInts;
        private final long[] partlyUsedLongs;
        private long[] longs;
        private int[] ints;
        private byte[] bytes;
        private Kind kind;
        private List<Integer> numbers;

        Fields(int seed) {
            word = Long.MIN_VALUE + seed;
            number = -5 - seed;
            flag = seed > 0;
            fixedLongs = new long[] {seed, -1L - seed};
            fixedInts = new int[] {Integer.MIN_VALUE + seed, 7};
            fixedFlags = new boolean[] {seed > 0, seed == 0};
            partlyUsedInts = new int[] {seed, 3};
            partlyUsedLongs = new long[] {seed, 3};
            longs = new long[seed];
            ints = new int[seed];
            bytes = new byte[] {(byte) (-1 - seed), 127};
            kind = Kind.values()[seed % 2];
            numbers = List.of(seed, -seed);
        }

        void visit(StateVisitor state) {
            word = state.value(word);
            number = state.value(number);
            flag = state.value(flag);
            state.values(fixedLongs);
            state.values(fixedInts);
            state.values(fixedFlags);
            state.values(partlyUsedInts, 1);
            state.values(partlyUsedLongs, 1);
            longs = state.array(longs);
            ints = state.array(ints);
            bytes = state.array(bytes);
            kind = state.value(kind, Kind.values());
            numbers = state.list(numbers);
        }
    }

    @Test
    void aStateOfAnotherShapeIsRefused() {
        StateWriter out = new StateWriter();
        out.values(new long[3]);
        assertThatThrownBy(() -> StateReader.read(out.toArray(), in -> in.values(new long[2])))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("3 words, 2 were read");
        assertThatThrownBy(() -> StateReader.read(out.toArray(), in -> in.values(new long[4])))
                .isInstanceOf(IndexOutOfBoundsException.class);
        assertThatThrownBy(() -> StateReader.read(new long[] {3, 0}, in -> in.array(new long[0])))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("3 entries, which do not fit");
    }

    @Test
    void wordsLeftUnreadAreABrokenInvariant() {
        assertThatThrownBy(() -> new StateReader(new long[] {1}).end())
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("1 words, 0 were read");
    }

    @Test
    void aWordThatIsNoIntIsRefused() {
        assertThatThrownBy(() -> new StateReader(new long[] {1L << 40}).value(0))
                .isInstanceOf(ArithmeticException.class);
    }

    @Test
    void statesMayBeLong() {
        StateWriter out = new StateWriter();
        for (int i = 0; i < 1000; i++) {
            out.value(i);
        }
        assertThat(out.toArray()).hasSize(1000).contains(999);
    }
}
