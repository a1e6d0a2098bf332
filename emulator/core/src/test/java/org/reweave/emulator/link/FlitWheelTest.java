package org.reweave.emulator.link;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Random;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.reweave.emulator.state.Slab;
import org.reweave.emulator.time.EventQueue;

class FlitWheelTest {
    private final Slab slab = new Slab(10);
    private int lanes = 1; // of each port

    private boolean send(int wheel, int kind, int first, int lane, long arrival) {
        return FlitWheel.add(slab.words(), wheel, kind, first, lanes, lane, arrival);
    }

    private long take(int wheel, int kind, int word) {
        return FlitWheel.take(slab.words(), wheel, kind, word, Integer.MAX_VALUE);
    }

    @Test
    void whatIsSentComesInItsCycleAndOnce() {
        lanes = 2;
        int wheel = FlitWheel.make(slab, 9, 4);
        assertThat(FlitWheel.next(slab.words(), wheel)).isEqualTo(EventQueue.NEVER);
        send(wheel, FlitWheel.FLITS, 2, 1, 17);
        send(wheel, FlitWheel.CREDITS, 0, 0, 15);
        assertThat(FlitWheel.next(slab.words(), wheel)).isEqualTo(15);
        assertThat(take(wheel, FlitWheel.FLITS, 0)).isZero();
        assertThat(take(wheel, FlitWheel.CREDITS, 0)).isEqualTo(0b0001);
        FlitWheel.turn(slab.words(), wheel);
        assertThat(FlitWheel.next(slab.words(), wheel)).isEqualTo(17);
        assertThat(take(wheel, FlitWheel.FLITS, 0)).isEqualTo(0b1000);
        assertThat(take(wheel, FlitWheel.FLITS, 0)).isZero();
        FlitWheel.turn(slab.words(), wheel);
        assertThat(FlitWheel.next(slab.words(), wheel)).isEqualTo(EventQueue.NEVER);
    }

    @Test
    void pairsBelowANumberAreTakenAloneAndTheOthersStay() {
        int wheel = FlitWheel.make(slab, 9, 130);
        for (int pair : new int[] {3, 64, 66, 129}) {
            send(wheel, FlitWheel.FLITS, pair, 0, 10);
        }
        assertThat(FlitWheel.take(slab.words(), wheel, FlitWheel.FLITS, 0, 66)).isEqualTo(0b1000);
        assertThat(FlitWheel.take(slab.words(), wheel, FlitWheel.FLITS, 1, 66)).isEqualTo(0b001);
        assertThat(take(wheel, FlitWheel.FLITS, 1)).isEqualTo(0b100);
        assertThat(take(wheel, FlitWheel.FLITS, 2)).isEqualTo(0b010);
    }

    @Test
    void aSecondOneOfAKindAtAPortInACycleIsNotAdded() {
        lanes = 3;
        for (int port = 0; port < 50; port++) {
            int wheel = FlitWheel.make(slab, 9, 150);
            int first = port * lanes;
            assertThat(send(wheel, FlitWheel.CREDITS, first, 1, 10)).isTrue();
            for (int lane = 0; lane < lanes; lane++) {
                assertThat(send(wheel, FlitWheel.CREDITS, first, lane, 10)).isFalse();
            }
            assertThat(send(wheel, FlitWheel.FLITS, first, 1, 10)).isTrue();
            assertThat(send(wheel, FlitWheel.CREDITS, first, 1, 11)).isTrue();
            assertThat(port == 0 || send(wheel, FlitWheel.CREDITS, first - lanes, 2, 10))
                    .isTrue();
            assertThat(port == 49 || send(wheel, FlitWheel.CREDITS, first + lanes, 0, 10))
                    .isTrue();
        }
    }

    @Test
    void everythingComesInTheOrderOfItsCyclesOnWheelsOfAnySize() {
        Random random = new Random(7);
        for (int span : new int[] {6, 8, 9, 33, 64}) {
            for (int pairs : new int[] {1, 64, 65, 200}) {
                int wheel = FlitWheel.make(slab, span, pairs);
                TreeSet<Long> expected = new TreeSet<>(); // cycle * 1000 + pair * 2L + kind
                long now = 100; // every cycle before it has been taken
                for (int step = 0; step < 300; step++) {
                    if (random.nextBoolean()) {
                        long arrival = now + random.nextInt(span);
                        int pair = random.nextInt(pairs);
                        int kind = random.nextInt(2);
                        boolean isNew = expected.add(arrival * 1000 + pair * 2L + kind);
                        assertThat(send(wheel, kind, pair, 0, arrival)).isEqualTo(isNew);
                    } else if (!expected.isEmpty()) {
                        now = takeAll(wheel, expected) + 1;
                    }
                }
            }
        }
    }

    private long takeAll(int wheel, TreeSet<Long> expected) {
        long cycle = FlitWheel.next(slab.words(), wheel);
        assertThat(cycle).isEqualTo(expected.first() / 1000);
        TreeSet<Long> taken = new TreeSet<>();
        for (int word = 0; word < FlitWheel.setWords(slab.words(), wheel); word++) {
            for (int kind = 0; kind < 2; kind++) {
                long bits = take(wheel, kind, word);
                for (int bit = 0; bit < 64; bit++) {
                    if ((bits >>> bit & 1) != 0) {
                        taken.add(cycle * 1000 + (word * 64 + bit) * 2L + kind);
                    }
                }
            }
        }
        FlitWheel.turn(slab.words(), wheel);
        assertThat(taken).isEqualTo(new TreeSet<>(expected.headSet((cycle + 1) * 1000)));
        expected.removeAll(taken);
        return cycle;
    }
}
