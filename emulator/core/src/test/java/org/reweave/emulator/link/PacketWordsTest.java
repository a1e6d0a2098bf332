package org.reweave.emulator.link;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The words of a packet's header at the extremes of their fields. */
class PacketWordsTest {
    @ParameterizedTest
    @CsvSource({"0, 0", "3, 4294967295", "2147483647, 0", "2147483647, 4294967295"})
    void aPacketIsKnownByItsNicAndItsNumber(int nic, long number) {
        long packet = PacketId.of(nic, number);
        assertThat(PacketId.nic(packet)).isEqualTo(nic);
        assertThat(PacketId.number(packet)).isEqualTo(number);
    }

    @ParameterizedTest
    @CsvSource({"0, 0", "-1, 0", "0, -1", "2147483647, -2147483648", "-2147483648, 5"})
    void numbersInATransportWordDoNotTouchEachOther(int sequence, int other) {
        long data = TransportWord.ofData(sequence, other);
        assertThat(TransportWord.sequence(data)).isEqualTo(sequence);
        assertThat(TransportWord.message(data)).isEqualTo(other);
        long acknowledgement = TransportWord.ofAcknowledgement(sequence, other);
        assertThat(TransportWord.sequence(acknowledgement)).isEqualTo(sequence);
        assertThat(TransportWord.firstMissing(acknowledgement)).isEqualTo(other);
    }
}
