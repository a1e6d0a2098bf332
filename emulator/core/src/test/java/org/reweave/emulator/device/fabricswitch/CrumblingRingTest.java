package org.reweave.emulator.device.fabricswitch;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Deque;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Why every packet takes the room of the largest one: a model of a ring under bubble flow control, without time, in
 * random orders that fill it.
 */
class CrumblingRingTest {
    private static final int ORDERS = 40;
    private static final int STEPS = 20_000;

    /** A packet in a buffer of the ring. */
    private record Packet(int size, int hopsLeft) {}

    /** Buffers in a ring; packets of one flit and of the largest size. */
    private static final class Ring {
        private final int largest;
        private final boolean placesOfOneSize;
        private final List<Deque<Packet>> buffers = new ArrayList<>();
        private final int[] free;
        private final Random random;

        Ring(int length, int capacity, int largest, boolean placesOfOneSize, long seed) {
            this.largest = largest;
            this.placesOfOneSize = placesOfOneSize;
            this.random = new Random(seed);
            this.free = new int[length];
            Arrays.fill(free, capacity);
            for (int i = 0; i < length; i++) {
                buffers.add(new ArrayDeque<>());
            }
        }

        private int room(Packet packet) {
            return placesOfOneSize ? largest : packet.size;
        }

        private void add(int buffer, Packet packet) {
            buffers.get(buffer).add(packet);
            free[buffer] -= room(packet);
        }

        private Packet remove(int buffer) {
            Packet packet = buffers.get(buffer).remove();
            free[buffer] += room(packet);
            return packet;
        }

        /** Lets a packet in if one may come in, else moves a head on, else lets one out. */
        boolean step() {
            List<Integer> in = new ArrayList<>();
            List<Integer> on = new ArrayList<>();
            List<Integer> out = new ArrayList<>();
            for (int buffer = 0; buffer < free.length; buffer++) {
                Packet head = buffers.get(buffer).peek();
                if (head != null && head.hopsLeft == 0) {
                    out.add(buffer);
                } else if (head != null && free[(buffer + 1) % free.length] >= room(head)) {
                    on.add(buffer);
                }
                if (free[buffer] >= 2 * largest) {
                    in.add(buffer);
                }
            }
            if (!in.isEmpty()) {
                int size = random.nextBoolean() ? 1 : largest;
                add(any(in), new Packet(size, 1 + random.nextInt(free.length / 2)));
            } else if (!on.isEmpty()) {
                int buffer = any(on);
                Packet moved = remove(buffer);
                add((buffer + 1) % free.length, new Packet(moved.size, moved.hopsLeft - 1));
            } else if (!out.isEmpty()) {
                remove(any(out));
            } else {
                return false;
            }
            return true;
        }

        private int any(List<Integer> of) {
            return of.get(random.nextInt(of.size()));
        }
    }

    private static int deadlocks(int length, int capacity, int largest, boolean placesOfOneSize) {
        int deadlocks = 0;
        for (int seed = 0; seed < ORDERS; seed++) {
            Ring ring = new Ring(length, capacity, largest, placesOfOneSize, seed);
            int steps = 0;
            while (steps < STEPS && ring.step()) {
                steps++;
            }
            deadlocks += steps < STEPS ? 1 : 0;
        }
        return deadlocks;
    }

    @ParameterizedTest
    @CsvSource({"4, 8, 4", "5, 8, 4", "8, 8, 4", "8, 12, 4", "8, 32, 16", "8, 64, 16"})
    void roomForTwoOfTheLargestIsNotEnoughUnlessAllTakeTheRoomOfTheLargest(int length, int capacity, int largest) {
        assertThat(deadlocks(length, capacity, largest, false)).isGreaterThan(ORDERS / 2);
        assertThat(deadlocks(length, capacity, largest, true)).isZero();
    }
}
