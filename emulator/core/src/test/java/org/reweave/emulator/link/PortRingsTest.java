package org.reweave.emulator.link;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Queue;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.reweave.emulator.state.Slab;
import org.reweave.reconfig.state.StateReader;
import org.reweave.reconfig.state.StateWriter;

/** Rings of records of three words, against queues of arrays. */
class PortRingsTest {
    private static final int PORTS = 3;
    private static final int LENGTH = 3;

    private final PortRings rings = new PortRings(PORTS, LENGTH);
    private final List<Queue<long[]>> expected = new ArrayList<>();

    private void exercise(long seed) {
        for (int port = 0; port < PORTS; port++) {
            expected.add(new ArrayDeque<>());
        }
        Random random = new Random(seed);
        for (int step = 0; step < 2_000; step++) {
            int port = random.nextInt(PORTS);
            if (random.nextInt(20) < 11 - expected.get(port).size() / 4) {
                long[] record = {step, step + 1, random.nextLong()};
                if (random.nextBoolean()) {
                    rings.add(port, new long[] {0, record[0], record[1], record[2]}, 1);
                } else {
                    int at = rings.add(port);
                    System.arraycopy(record, 0, rings.words(), at, LENGTH);
                }
                expected.get(port).add(record);
            } else if (!expected.get(port).isEmpty()) {
                int at = rings.first(port);
                assertThat(Arrays.copyOfRange(rings.words(), at, at + LENGTH))
                        .isEqualTo(expected.get(port).remove());
                rings.remove(port);
            }
            assertThat(rings.size(port)).isEqualTo(expected.get(port).size());
        }
    }

    private static void assertHolds(PortRings rings, List<Queue<long[]>> expected) {
        for (int port = 0; port < PORTS; port++) {
            long[] words = new long[rings.size(port) * LENGTH];
            assertThat(rings.copyTo(words, 0, port)).isEqualTo(words.length);
            assertThat(words)
                    .isEqualTo(expected.get(port).stream()
                            .flatMapToLong(Arrays::stream)
                            .toArray());
        }
    }

    @Test
    void recordsComeOutOfEachRingInTheOrderInWhichTheyWentIn() {
        exercise(3);
        assertHolds(rings, expected);
    }

    @Test
    void recordsAddedByStampComeOutByStampAndThoseOfOneStampInTheOrderInWhichTheyWentIn() {
        PortRings sorted = new PortRings(PORTS, 2);
        List<long[]> added = new ArrayList<>();
        Random random = new Random(5);
        for (int number = 0; number < 50; number++) {
            long[] record = {number, random.nextInt(10)};
            int at = sorted.addByStamp(1, record[1]); // before words(), which may be another array then
            System.arraycopy(record, 0, sorted.words(), at, 2);
            added.add(record);
        }
        added.sort(Comparator.comparingLong(record -> record[1]));
        long[] words = new long[2 * added.size()];
        sorted.copyTo(words, 0, 1);
        assertThat(words).isEqualTo(added.stream().flatMapToLong(Arrays::stream).toArray());
    }

    @Test
    void ringsOfOneSlabGrowWithoutTouchingEachOther() {
        Slab slab = new Slab(0);
        int heads = slab.take(2 * PortRings.HEAD_WORDS);
        for (int ring = 0; ring < 2; ring++) {
            PortRings.begin(slab.words(), heads + ring * PortRings.HEAD_WORDS, 0, 0);
        }
        PortRings both = new PortRings(slab, heads, PortRings.HEAD_WORDS, 2, 1);
        for (long number = 0; number < 100; number++) {
            both.add((int) number % 2, new long[] {number}, 0);
        }
        for (long number = 0; number < 100; number++) {
            int port = (int) number % 2;
            assertThat(both.words()[both.first(port)]).isEqualTo(number);
            both.remove(port);
        }
        assertThat(both.isEmpty(0) && both.isEmpty(1)).isTrue();
    }

    @Test
    void restoredRingsHoldTheSameRecords() {
        exercise(4);
        StateWriter out = new StateWriter();
        rings.visit(out);
        PortRings restored = new PortRings(PORTS, LENGTH);
        restored.add(1);
        StateReader in = new StateReader(out.toArray());
        restored.visit(in);
        in.end();
        assertHolds(restored, expected);
    }
}
