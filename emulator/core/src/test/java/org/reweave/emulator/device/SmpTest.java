package org.reweave.emulator.device;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.reweave.emulator.state.LongRing;
import org.reweave.routing.topology.Sighting;

class SmpTest {
    private static final int PAYLOAD_WORDS = 9;

    /** What a device does between links. */
    private static Smp overTheLink(Smp smp) {
        LongRing ring = new LongRing();
        smp.store(ring);
        Smp received = new Smp();
        received.load(ring, (int) ring.remove());
        assertThat(ring.isEmpty()).isTrue();
        return received;
    }

    private static byte[] randomPorts(Random random, int count) {
        byte[] ports = new byte[count];
        for (int i = 0; i < count; i++) {
            ports[i] = (byte) (1 + random.nextInt(254));
        }
        return ports;
    }

    private static void assertPayload(Smp smp) {
        for (int i = 0; i < PAYLOAD_WORDS; i++) {
            assertThat(smp.payload(i)).isEqualTo(-1L - i);
        }
        assertThat(smp.transaction()).isEqualTo(0x7777_6666_5555L);
        assertThat(smp.argument()).isEqualTo(-42);
        assertThat(smp.attribute()).isEqualTo(Smp.UPDATE);
    }

    @ParameterizedTest(name = "{0} hops")
    @ValueSource(ints = {0, 1, 2, 7, 8, 9, 15, 16, 17, 24, 100, 253, 254})
    void aDirectedRouteLeadsThereByItsPortsAndBackByThoseItCameInBy(int hops) {
        Random random = new Random(hops);
        byte[] out = randomPorts(random, hops);
        byte[] in = randomPorts(random, hops + 1);
        Smp smp = new Smp();
        smp.directed(Smp.UPDATE, 0x7777_6666_5555L, -42, out, PAYLOAD_WORDS);
        for (int i = 0; i < PAYLOAD_WORDS; i++) {
            smp.setPayload(i, -1L - i);
        }
        for (int device = 0; device < hops; device++) {
            assertThat(smp.isAtTarget()).isFalse();
            smp.noteArrival(in[device] & 0xff);
            assertThat(smp.nextPort()).as("port out of device %d", device).isEqualTo(out[device] & 0xff);
            smp = overTheLink(smp);
        }
        assertThat(smp.isAtTarget()).isTrue();
        smp.noteArrival(in[hops] & 0xff);
        assertPayload(smp);

        smp.turnAround();
        assertThat(smp.isAtTarget()).as("the answer ends at the manager only").isFalse();
        for (int device = hops - 1; device >= 0; device--) {
            smp = overTheLink(smp);
            assertThat(smp.isReturning()).isTrue();
            assertThat(smp.nextPort()).as("port back out of device %d", device).isEqualTo(in[device] & 0xff);
        }
        assertPayload(smp);
    }

    @Test
    void aDevicesAnswerAboutItselfComesBackWhole() {
        long[] neighbours = {Sighting.neighbour(70_000, 254), Sighting.NONE, Sighting.neighbour(0, 1)};
        for (boolean blank : new boolean[] {false, true}) {
            Smp smp = new Smp();
            smp.directed(Smp.NODE_INFO, 1, 0, new byte[] {3, 2}, 0);
            smp.answer(new Sighting(65_536, neighbours), blank);
            smp.turnAround();
            Smp received = overTheLink(smp);
            assertThat(received.isBlank()).isEqualTo(blank);
            assertThat(received.transaction()).isOne();
            Sighting sighting = received.sighting();
            assertThat(sighting).isEqualTo(new Sighting(65_536, neighbours));
            assertThat(sighting.peer(1)).isEqualTo(70_000);
            assertThat(sighting.peerPort(1)).isEqualTo(254);
            assertThat(sighting.peer(2)).as("down").isEqualTo(-1);
            assertThat(sighting.peer(3)).isZero();
            assertThat(sighting.peer(4)).as("no such port").isEqualTo(-1);
        }
    }

    @Test
    void aReusedBufferShowsNothingOfItsFormerContent() {
        Smp smp = new Smp();
        smp.directed(Smp.UPDATE, -1, -1, randomPorts(new Random(1), 40), PAYLOAD_WORDS);
        for (int i = 0; i < PAYLOAD_WORDS; i++) {
            smp.setPayload(i, -1);
        }
        smp.directed(Smp.NODE_INFO, 2, 0, new byte[] {9}, Smp.PORT_MASK_WORDS);
        for (int i = 0; i < Smp.PORT_MASK_WORDS; i++) {
            assertThat(smp.payload(i)).isZero();
        }
        smp.toLid(Smp.TRAP, 77, 5);
        assertThat(smp.length()).isEqualTo(4);
        assertThat(smp.isReturning()).isFalse();
    }

    @Test
    void anAnnouncementIsForEverybodyAndSaysWhoseItIs() {
        Smp smp = new Smp();
        smp.directed(Smp.UPDATE, -1, -1, randomPorts(new Random(1), 40), PAYLOAD_WORDS);
        smp.announce(70_000, 5, 1L << 63 | 9);
        for (int device = 0; device < 3; device++) {
            smp = overTheLink(smp);
            assertThat(smp.isFlooded()).isTrue();
            assertThat(smp.isLidRouted() || smp.isReturning()).isFalse();
            assertThat(smp.origin()).isEqualTo(70_000);
            assertThat(smp.transaction()).isEqualTo(5);
            assertThat(smp.argument()).isEqualTo(1L << 63 | 9);
            assertThat(smp.advance()).isTrue();
            assertThat(smp.hop()).isEqualTo(device + 1);
        }
    }

    @Test
    void anSmpToALidHasItsDestinationAndEndsAtNoDirectedTarget() {
        Smp smp = new Smp();
        smp.toLid(Smp.TRAP, 0xBFFF, 1L << 30 | 7);
        Smp received = overTheLink(smp);
        assertThat(received.isLidRouted()).isTrue();
        assertThat(received.isAtTarget()).isFalse();
        assertThat(received.destinationLid()).isEqualTo(0xBFFF);
        assertThat(received.argument()).isEqualTo(1L << 30 | 7);
        assertThat(received.attribute()).isEqualTo(Smp.TRAP);
    }

    @Test
    void aSizedSmpIsLongerOnItsWayThereAndAsOthersOnItsWayBack() {
        Smp smp = new Smp();
        smp.directed(Smp.UPDATE, 1, 0, new byte[] {3, 2}, PAYLOAD_WORDS);
        assertThat(smp.extraFlits()).isZero();
        smp.setExtraFlits(65_535);
        assertThat(smp.extraFlits()).isEqualTo(65_535);
        assertThat(smp.payloadWords()).isEqualTo(PAYLOAD_WORDS);
        smp.nextPort();
        assertThat(overTheLink(smp).extraFlits()).isEqualTo(65_535);
        smp.turnAround();
        assertThat(smp.extraFlits()).isZero();
        assertThat(smp.isReturning()).isTrue();
        assertThatThrownBy(() -> smp.setExtraFlits(65_536)).hasMessageContaining("65536");
    }
}
