package org.reweave.emulator.state;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.reweave.reconfig.state.StateReader;
import org.reweave.reconfig.state.StateWriter;

class LongRingsTest {
    private final LongRings rings = new LongRings(3);

    @Test
    void aRingThatNobodyHasAskedForIsEmpty() {
        assertThat(rings.isEmpty(1)).isTrue();
        rings.get(1).add(7);
        assertThat(rings.size(1)).isEqualTo(1);
        assertThat(rings.isEmpty(2)).isTrue();
    }

    @Test
    void whatIsSavedIsThatOfRingsThatAllExist() {
        rings.get(1).add(7);
        LongRing none = new LongRing();
        long[] apart = StateWriter.words(state -> {
            none.visit(state);
            rings.get(1).visit(state);
            none.visit(state);
        });
        assertThat(StateWriter.words(rings::visit)).isEqualTo(apart);
    }

    @Test
    void aRestoredRingHasWhatWasSavedAndNothingElse() {
        rings.get(1).add(7);
        LongRings other = new LongRings(3);
        other.get(0).add(8);
        StateReader.read(StateWriter.words(rings::visit), other::visit);
        assertThat(other.isEmpty(0)).isTrue();
        assertThat(other.get(1).remove()).isEqualTo(7);
        assertThat(other.isEmpty(1)).isTrue();
    }
}
