package org.reweave.emulator.device.fabricswitch;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.IntUnaryOperator;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.reweave.emulator.link.PacketHeader;
import org.reweave.emulator.link.Wire;
import org.reweave.reconfig.state.StateReader;
import org.reweave.reconfig.state.StateWriter;

/** The parts of a switch's data path against the collections of the JDK. */
class SwitchPartsTest {
    private static List<Integer> content(SlotQueues queues, int queue) {
        List<Integer> slots = new ArrayList<>();
        for (int i = 0; i < queues.size(queue); i++) {
            slots.add(queues.get(queue, i));
        }
        return slots;
    }

    @Test
    void slotQueuesBehaveAsQueuesThatDoNotDisturbEachOtherWhenTheBankGrows() {
        int count = 5;
        Random random = new Random(1);
        SlotQueues queues = new SlotQueues(count);
        List<Deque<Integer>> oracle = new ArrayList<>();
        for (int queue = 0; queue < count; queue++) {
            oracle.add(new ArrayDeque<>());
        }
        for (int step = 0; step < 20_000; step++) {
            int queue = random.nextInt(count);
            if (oracle.get(queue).isEmpty() || random.nextInt(100) < 52) {
                queues.add(queue, step);
                oracle.get(queue).add(step);
            } else {
                assertThat(queues.remove(queue)).isEqualTo(oracle.get(queue).remove());
            }
            assertThat(queues.isEmpty(queue)).isEqualTo(oracle.get(queue).isEmpty());
            if (step % 1000 == 0) {
                queues = restored(queues, count);
                for (int other = 0; other < count; other++) {
                    assertThat(content(queues, other)).containsExactlyElementsOf(oracle.get(other));
                }
            }
        }
        queues.clear();
        for (int queue = 0; queue < count; queue++) {
            assertThat(queues.isEmpty(queue)).isTrue();
        }
    }

    private static SlotQueues restored(SlotQueues queues, int count) {
        StateWriter out = new StateWriter();
        queues.visit(out);
        SlotQueues copy = new SlotQueues(count);
        copy.add(0, -7);
        StateReader in = new StateReader(out.toArray());
        copy.visit(in);
        in.end();
        return copy;
    }

    private static RequestMatrix restored(RequestMatrix matrix, int queues, int outputs) {
        StateWriter out = new StateWriter();
        matrix.visit(out);
        RequestMatrix copy = new RequestMatrix(queues, outputs);
        copy.add(0, outputs - 1);
        StateReader in = new StateReader(out.toArray());
        copy.visit(in);
        in.end();
        return copy;
    }

    /** Queues and the outputs that each asks for. */
    @ParameterizedTest(name = "{0} queues, {1} outputs")
    @CsvSource({"1, 1", "5, 5", "63, 63", "64, 64", "65, 65", "130, 130", "64, 8", "130, 65", "520, 65"})
    void requestsAreAsManySetsOfOutputsAsThereAreQueues(int queues, int outputs) {
        Random random = new Random(queues);
        RequestMatrix matrix = new RequestMatrix(queues, outputs);
        List<TreeSet<Integer>> oracle =
                Stream.generate(TreeSet<Integer>::new).limit(queues).toList();
        for (int step = 0; step < 5_000; step++) {
            int queue = random.nextInt(queues);
            int output = random.nextInt(outputs);
            if (random.nextInt(5) > 0) {
                matrix.add(queue, output);
                oracle.get(queue).add(output);
            } else {
                matrix.remove(queue);
                oracle.get(queue).clear();
            }
            assertThat(matrix.count(queue)).isEqualTo(oracle.get(queue).size());
            RequestMatrix now = matrix;
            assertThat(row(from -> now.asked(queue, from))).containsExactlyElementsOf(oracle.get(queue));
            List<Integer> asking = IntStream.range(0, queues)
                    .filter(each -> oracle.get(each).contains(output))
                    .boxed()
                    .toList();
            assertThat(row(from -> now.next(output, from))).isEqualTo(asking);
            assertThat(matrix.isWanted(output)).isEqualTo(!asking.isEmpty());
            assertThat(matrix.anyChoice()).isEqualTo(oracle.stream().anyMatch(of -> of.size() > 1));
            if (step % 500 == 0) {
                matrix = restored(matrix, queues, outputs);
            }
        }
        matrix.clear();
        assertThat(matrix.anyChoice()).isFalse();
        assertThat(IntStream.range(0, outputs).filter(matrix::isWanted)).isEmpty();
    }

    /** The numbers of a row of bits. */
    private static List<Integer> row(IntUnaryOperator firstFrom) {
        List<Integer> numbers = new ArrayList<>();
        for (int at = firstFrom.applyAsInt(0); at >= 0; at = firstFrom.applyAsInt(at + 1)) {
            numbers.add(at);
        }
        return numbers;
    }

    @Test
    void touchedOutputsAreTakenOnceInAscendingOrder() {
        TouchedOutputs list = new TouchedOutputs(130, 1, true, null);
        TreeSet<Integer> touched = new TreeSet<>(Set.of(129, 0, 63, 64, 5));
        touched.forEach(list::touch);
        list.touch(63);
        List<Integer> taken = new ArrayList<>();
        for (int output = list.take(); output >= 0; output = list.take()) {
            taken.add(output);
        }
        assertThat(taken).containsExactlyElementsOf(touched);
    }

    private static PacketHeader packet(long id) {
        PacketHeader packet = new PacketHeader();
        packet.packet = id;
        packet.flits = 4;
        packet.route = Wire.route(1, 2, 0);
        return packet;
    }

    @Test
    void aSlotIsFreeOnceBothSidesOfThePacketHaveLeftAndNotBefore() {
        PacketArena arena = new PacketArena();
        Set<Integer> inUse = new HashSet<>();
        Deque<Integer> oneSideLeft = new ArrayDeque<>();
        Random random = new Random(4);
        int largest = 0;
        for (int step = 0; step < 5_000; step++) {
            if (inUse.size() < 40 && random.nextBoolean()) {
                int slot = arena.add(packet(step), 1);
                assertThat(inUse.add(slot)).as("slot %d is free", slot).isTrue();
                oneSideLeft.add(slot);
                arena.leave(slot, random.nextBoolean() ? PacketArena.LEFT_INPUT : PacketArena.LEFT_OUTPUT);
                largest = Math.max(largest, slot);
            } else if (!oneSideLeft.isEmpty()) {
                int slot = oneSideLeft.remove();
                arena.leave(
                        slot,
                        arena.has(slot, PacketArena.LEFT_INPUT) ? PacketArena.LEFT_OUTPUT : PacketArena.LEFT_INPUT);
                inUse.remove(slot);
            }
        }
        assertThat(largest).as("slots are reused").isLessThan(40);
    }

    @Test
    void aRestoredArenaHasItsPacketsAndGivesTheSameSlotsNext() {
        for (int packets : new int[] {0, 3, 16, 33}) {
            PacketArena arena = new PacketArena();
            Set<Integer> slots = new HashSet<>();
            for (int i = 0; i < packets; i++) {
                int slot = arena.add(packet(1000 + i), 1);
                arena.setOutput(slot, -slot);
                slots.add(slot);
                if (i % 3 == 0) {
                    arena.leave(slot, PacketArena.LEFT_INPUT);
                    arena.leave(slot, PacketArena.LEFT_OUTPUT);
                }
            }
            StateWriter out = new StateWriter();
            arena.visit(out);
            PacketArena copy = new PacketArena();
            copy.add(packet(7), 1);
            StateReader in = new StateReader(out.toArray());
            copy.visit(in);
            in.end();
            for (int i = 0; i < 40; i++) {
                for (int slot : slots) {
                    assertThat(copy.id(slot)).isEqualTo(arena.id(slot));
                    assertThat(copy.output(slot)).isEqualTo(arena.output(slot));
                }
                assertThat(copy.add(packet(i), 1)).isEqualTo(arena.add(packet(i), 1));
            }
        }
    }

    @Test
    void anOutputBuffersSpaceIsTakenWholeAndFreeWhenThePacketIsOnTheLink() {
        OutputBuffers buffers = new OutputBuffers(2, 2, 10);
        assertThat(buffers.fits(3, 10)).isTrue();
        assertThat(buffers.fits(3, 11)).isFalse();
        buffers.add(3, 50, 6);
        buffers.add(3, 51, 4);
        assertThat(buffers.fits(3, 1)).isFalse();
        assertThat(buffers.fits(2, 10)).as("another lane").isTrue();
        buffers.send(1, 1, 6);
        assertThat(buffers.first(3)).isEqualTo(51);
        assertThat(buffers.fits(3, 1)).as("while its flits leave").isFalse();
        assertThat(buffers.laneTurn(1)).as("the lane has had its turn").isZero();
        assertThat(buffers.sent(1)).isEqualTo(3);
        assertThat(buffers.fits(3, 6)).isTrue();
        assertThat(buffers.sent(1)).as("the link was taken by something else").isEqualTo(-1);
        assertThat(buffers.discardFirst(3, 4)).isEqualTo(51);
        assertThat(buffers.fits(3, 10)).isTrue();
        assertThat(buffers.isEmpty(3)).isTrue();
    }
}
