package org.reweave.reconfig.paths;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

class AddressPlanTest {
    @Test
    void blocksOfAFurtherKindBeginAtTheNextMultipleOfTheirSize() {
        AddressPlan plan = AddressPlan.single(4, 15).withDisjoint(16, 1).withJoined(3);
        assertThat(plan.firstJoined()).isEqualTo(24);
        assertThat(plan.size()).isEqualTo(24 + 4 * 8);
        assertThat(plan.nicOf(23)).isEqualTo(3);
        assertThat(plan.nicOf(24)).isZero();
        assertThat(plan.nicOf(55)).isEqualTo(3);
        assertThat(plan.nicOf(56)).isEqualTo(-1);
    }

    @Test
    void blocksThatLieOnEachOtherAreRefused() {
        assertThatThrownBy(() -> new AddressPlan(4, 16, 2, 28, 1, 64))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("LIDs 16 to 31 of disjoint paths and 28 to 35 of joined ones are the same in part");
    }

    @Test
    void blocksBeyondTheTableAreRefused() {
        assertThatThrownBy(() -> new AddressPlan(4, 16, 2, 64, AddressPlan.NONE, 31))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("in an LFT of 31");
    }

    @Test
    void theLastLidIsCountedBeyondInts() {
        int nics = 1 << 25;
        AddressPlan plan = AddressPlan.single(nics, nics + 1);
        assertThat(plan.lastJoined(7)).isEqualTo(nics + 128L + 128L * nics - 1 - nics % 128);
        assertThatThrownBy(() -> plan.withJoined(7)).isInstanceOf(ArithmeticException.class);
    }
}
