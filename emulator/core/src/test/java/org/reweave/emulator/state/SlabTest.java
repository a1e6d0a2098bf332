package org.reweave.emulator.state;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class SlabTest {
    @Test
    void placesBeginEmptyNeverOverlapAndKeepTheirWordsWhileTheSlabGrows() {
        Slab slab = new Slab(3);
        Random random = new Random(7);
        List<int[]> places = new ArrayList<>();
        for (int owner = 1; owner <= 200; owner++) {
            int length = random.nextInt(9);
            int place = slab.take(length);
            for (int at = place; at < place + length; at++) {
                assertThat(slab.words()[at]).isZero();
                slab.words()[at] = owner;
            }
            places.add(new int[] {place, length});
        }
        for (int owner = 1; owner <= 200; owner++) {
            int[] place = places.get(owner - 1);
            for (int at = place[0]; at < place[0] + place[1]; at++) {
                assertThat(slab.words()[at]).isEqualTo(owner);
            }
        }
    }

    @Test
    void noPlaceBeginsAtZeroWhichStandsForNone() {
        assertThat(new Slab(0).take(1)).isPositive();
    }
}
