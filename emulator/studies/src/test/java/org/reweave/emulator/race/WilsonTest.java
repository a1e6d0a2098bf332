package org.reweave.emulator.race;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;

class WilsonTest {
    /** Values of R 4.2, {@code prop.test(x, n, correct = FALSE)}. */
    @Test
    void intervalsAreThoseOfTheScoreTest() {
        assertThat(Wilson.of(25, 40).low()).isCloseTo(0.4703, within(1e-4));
        assertThat(Wilson.of(25, 40).high()).isCloseTo(0.7578, within(1e-4));
        assertThat(Wilson.of(0, 50)).isEqualTo(new Wilson(0, 0, Wilson.of(0, 50).high()));
        assertThat(Wilson.of(0, 50).high()).isCloseTo(0.0714, within(1e-4));
        assertThat(Wilson.of(50, 50).low()).isCloseTo(0.9286, within(1e-4));
        assertThat(Wilson.of(50, 50).high()).isEqualTo(1);
    }
}
