package org.reweave.emulator.checkpoint;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

/**
 * A run on nodes holds its last checkpoint packed: each device's state comes back, in whatever order it is asked for.
 */
class PackedStatesTest {
    private static final byte[] GOVERNOR = {5, 6, 7};

    private static List<byte[]> states(int devices) {
        List<byte[]> states = new ArrayList<>();
        for (int device = 0; device < devices; device++) {
            byte[] state = new byte[device % 7 * 100];
            Arrays.fill(state, (byte) device);
            states.add(state);
        }
        return states;
    }

    @Test
    void everyStateComesBackInAnyOrderWithinABlockAndAcrossBlocks() {
        Random random = new Random(5);
        for (int devices : new int[] {0, 1, 63, 64, 65, 200}) {
            List<byte[]> states = states(devices);
            Checkpoint packed = Checkpoint.of(70, 140_000, GOVERNOR, states).packed();

            List<Integer> order = new ArrayList<>();
            for (int device = 0; device < devices; device++) {
                order.addAll(List.of(device, device));
            }
            Collections.shuffle(order, random);
            for (int device : order) {
                assertThat(packed.device(device))
                        .as("device %d of %d", device, devices)
                        .isEqualTo(states.get(device));
            }
            assertThat(packed.devices()).isEqualTo(devices);
        }
    }

    @Test
    void cutCycleAndGovernorStay() {
        Checkpoint packed =
                Checkpoint.of(70, 140_000, GOVERNOR, states(3)).packed().packed();
        assertThat(packed.cut()).isEqualTo(70);
        assertThat(packed.cycle()).isEqualTo(140_000);
        assertThat(packed.governor()).isEqualTo(GOVERNOR);
    }

    @Test
    void whatIsHeldDoesNotFollowTheRun() {
        List<byte[]> states = states(3);
        Checkpoint packed = Checkpoint.of(70, 140_000, GOVERNOR, states).packed();
        byte[] before = states.get(2).clone();
        states.set(2, new byte[] {9});
        assertThat(packed.device(2)).isEqualTo(before);
    }
}
