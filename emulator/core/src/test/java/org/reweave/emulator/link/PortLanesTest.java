package org.reweave.emulator.link;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class PortLanesTest {
    @Test
    void everyPairOfEveryDeviceIsDividedExactly() {
        int[] all = IntStream.concat(IntStream.rangeClosed(1, 16), IntStream.of(17, 64, 225, 1024, 16383))
                .toArray();
        for (int lanes : all) {
            PortLanes pairs = PortLanes.of(lanes);
            for (int pair = 0; pair < 1 << 16; pair++) {
                if (pairs.port(pair) != pair / lanes || pairs.lane(pair) != pair % lanes) {
                    assertThat(pairs.port(pair))
                            .as("pair %d of %d VLs", pair, lanes)
                            .isEqualTo(pair / lanes);
                    assertThat(pairs.lane(pair))
                            .as("pair %d of %d VLs", pair, lanes)
                            .isEqualTo(pair % lanes);
                }
            }
            assertThat(pairs.pair(7, lanes - 1)).isEqualTo(7 * lanes + lanes - 1);
        }
    }
}
