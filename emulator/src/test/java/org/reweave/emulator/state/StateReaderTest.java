package org.reweave.emulator.state;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

class StateReaderTest {
    @Test
    void everyKindOfValueIsReadAsItWasWritten() {
        StateWriter out = new StateWriter();
        out.value(Long.MIN_VALUE);
        out.flag(true);
        out.longs(new long[] {1, -1});
        out.ints(new int[] {Integer.MIN_VALUE, 7});
        out.flags(new boolean[] {true, false});
        out.bytes(new byte[] {-1, 127});
        out.value(-5);
        StateReader in = new StateReader(out.toArray());
        assertThat(in.value()).isEqualTo(Long.MIN_VALUE);
        assertThat(in.flag()).isTrue();
        assertThat(in.longs()).containsExactly(1, -1);
        assertThat(in.ints()).containsExactly(Integer.MIN_VALUE, 7);
        boolean[] flags = new boolean[2];
        in.flags(flags);
        assertThat(flags).containsExactly(true, false);
        assertThat(in.bytes()).containsExactly(-1, 127);
        assertThat(in.integer()).isEqualTo(-5);
        in.end();
    }

    @Test
    void aStateOfAnotherShapeIsRefused() {
        StateWriter out = new StateWriter();
        out.longs(new long[3]);
        assertThatThrownBy(() -> new StateReader(out.toArray()).longs(new long[2]))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("3 entries")
                .hasMessageContaining("has 2");
    }

    @Test
    void wordsLeftUnreadAreABrokenInvariant() {
        assertThatThrownBy(() -> new StateReader(new long[] {1}).end())
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("1 words, 0 were read");
    }

    @Test
    void aWordThatIsNoIntIsRefused() {
        assertThatThrownBy(() -> new StateReader(new long[] {1L << 40}).integer())
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
