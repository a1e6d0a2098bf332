package org.reweave.emulator.state;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.reweave.reconfig.state.StateReader;
import org.reweave.reconfig.state.StateWriter;

/** The oracle is an {@link ArrayDeque}. */
class LongRingTest {
    private static List<Long> content(LongRing ring) {
        List<Long> values = new ArrayList<>();
        for (int i = 0; i < ring.size(); i++) {
            values.add(ring.peek(i));
        }
        return values;
    }

    @Test
    void behavesAsAQueueThroughGrowthAndWrapAround() {
        Random random = new Random(11);
        LongRing ring = new LongRing();
        Deque<Long> oracle = new ArrayDeque<>();
        for (int step = 0; step < 20_000; step++) {
            int dice = random.nextInt(1000);
            if (dice == 0) {
                ring.clear();
                oracle.clear();
            } else if (oracle.isEmpty() || dice < 520) {
                long value = random.nextLong();
                ring.add(value);
                oracle.add(value);
            } else {
                assertThat(ring.remove()).isEqualTo(oracle.remove());
            }
            assertThat(ring.size()).isEqualTo(oracle.size());
            assertThat(ring.isEmpty()).isEqualTo(oracle.isEmpty());
            if (step % 97 == 0) {
                assertThat(content(ring)).containsExactlyElementsOf(oracle);
            }
        }
    }

    @Test
    void isRestoredWhereverItsFrontStoodAndWhateverWasThereBefore() {
        for (int removed = 0; removed < 20; removed++) {
            LongRing ring = new LongRing();
            for (long i = 0; i < 20; i++) {
                ring.add(-i);
            }
            for (int i = 0; i < removed; i++) {
                ring.remove();
            }
            StateWriter out = new StateWriter();
            ring.visit(out);
            LongRing restored = new LongRing();
            restored.add(99);
            StateReader in = new StateReader(out.toArray());
            restored.visit(in);
            in.end();
            assertThat(content(restored)).isEqualTo(content(ring)).hasSize(20 - removed);
        }
    }
}
