package org.reweave.emulator.device.nic;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.reweave.emulator.traffic.Segmentation;

class NicParametersTest {
    private static int longest(int packet, boolean endToEnd, int ack) {
        TransportParameters transport = new TransportParameters(endToEnd, ack, 1, 0, 1, 1, 1);
        return new NicParameters(1, 1, 8, 8, new Segmentation(packet, 0), 1, transport).longestPacket();
    }

    @Test
    void theLongestPacketMayBeAnAcknowledgementWhereThereAreAny() {
        assertThat(longest(4, true, 2)).isEqualTo(4);
        assertThat(longest(1, true, 2)).isEqualTo(2);
        assertThat(longest(1, false, 2)).isEqualTo(1);
    }
}
