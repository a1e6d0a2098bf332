package org.reweave.emulator.cluster.protocol;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

/** When a run on nodes takes checkpoints by itself. */
class CutProtocolTest {
    private static final long BETWEEN = 100;
    private static final long BEGUN = Long.MAX_VALUE - 50; // a clock of nanoseconds may begin anywhere, and go round

    private static CutProtocol.Step seen(CutProtocol.State state, long cut, long after) {
        return CutProtocol.step(state, new CutProtocol.Seen(cut, cut * 500, "f" + cut, BEGUN + after, BETWEEN));
    }

    @Test
    void aCheckpointIsAskedForOnceMoreThanTheTimeBetweenTwoHasPassed() {
        CutProtocol.Step due = seen(CutProtocol.State.of(true, BEGUN), 1, BETWEEN);
        assertThat(due.effects()).isEmpty();
        due = seen(due.next(), 2, BETWEEN + 1);
        assertThat(due.effects()).isEqualTo(List.of(new CutProtocol.Take()));
        due = seen(due.next(), 3, 2 * BETWEEN + 1);
        assertThat(due.effects()).isEmpty();
        due = seen(due.next(), 4, 2 * BETWEEN + 2);
        assertThat(due.effects()).isEqualTo(List.of(new CutProtocol.Take()));
    }

    @Test
    void aRunThatCannotBeRepeatedTakesNone() {
        assertThat(seen(CutProtocol.State.of(false, BEGUN), 1, 10 * BETWEEN).effects())
                .isEmpty();
    }
}
