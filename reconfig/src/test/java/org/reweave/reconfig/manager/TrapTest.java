package org.reweave.reconfig.manager;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

class TrapTest {
    @Test
    void aTrapComesBackFromItsWord() {
        for (int device : new int[] {0, 1, 255, 256, 48_151, Integer.MAX_VALUE}) {
            for (int port : new int[] {1, 2, 36, 255}) {
                for (boolean up : new boolean[] {true, false}) {
                    Trap trap = new Trap(device, port, up);
                    assertThat(Trap.of(trap.word())).isEqualTo(trap);
                }
            }
        }
    }

    @Test
    void aPortThatDoesNotFitIsRefused() {
        assertThatThrownBy(() -> new Trap(3, 256, true)).hasMessageContaining("port 256");
        assertThatThrownBy(() -> new Trap(3, 0, true)).hasMessageContaining("port 0");
    }
}
