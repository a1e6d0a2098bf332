package org.reweave.emulator.device.nic;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.RepetitionInfo;
import org.junit.jupiter.api.Test;
import org.reweave.reconfig.state.ByteReader;
import org.reweave.reconfig.state.ByteWriter;

class MessagesTest {
    /** A message at the end of a queue. */
    private static void append(Messages messages, ArrayDeque<Integer> queue, int number, long generated) {
        int slot = messages.allocate();
        messages.destination[slot] = number % 7;
        messages.number[slot] = number;
        messages.packetsLeft[slot] = 1 + number % 3;
        messages.lastFlits[slot] = 58;
        messages.started[slot] = number % 2;
        messages.generated[slot] = generated;
        if (!queue.isEmpty()) {
            messages.next[queue.getLast()] = slot;
        }
        queue.addLast(slot);
    }

    private static List<List<Long>> contents(Messages messages, ArrayDeque<Integer> queue) {
        List<List<Long>> contents = new ArrayList<>();
        for (int slot : queue) {
            contents.add(List.of(
                    (long) messages.destination[slot],
                    (long) messages.number[slot],
                    (long) messages.packetsLeft[slot],
                    (long) messages.lastFlits[slot],
                    (long) messages.started[slot],
                    (long) messages.next[slot],
                    messages.generated[slot]));
        }
        return contents;
    }

    private static byte[] state(Messages messages) {
        ByteWriter state = new ByteWriter();
        messages.visit(state);
        return state.toArray();
    }

    @RepeatedTest(20)
    void queuesAreRestoredWhateverWasSentBefore(RepetitionInfo repetition) {
        Random random = new Random(repetition.getCurrentRepetition());
        Messages messages = new Messages();
        List<ArrayDeque<Integer>> queues = List.of(new ArrayDeque<>(), new ArrayDeque<>(), new ArrayDeque<>());
        long cycle = 0;
        for (int number = 0; number < 300; number++) {
            cycle += random.nextInt(1000);
            append(messages, queues.get(random.nextInt(queues.size())), number, cycle);
            ArrayDeque<Integer> sends = queues.get(random.nextInt(queues.size()));
            if (!sends.isEmpty() && random.nextBoolean()) {
                messages.free(sends.removeFirst());
            }
        }
        byte[] state = state(messages);

        Messages restored = new Messages();
        ByteReader reader = new ByteReader(state);
        restored.visit(reader);
        reader.end();
        queues.forEach(queue -> assertThat(contents(restored, queue)).isEqualTo(contents(messages, queue)));
        assertThat(state(restored)).isEqualTo(state);
        assertThat(restored.allocate()).isEqualTo(messages.allocate());
    }

    @Test
    void aWaitingMessageTakesFewBytesHoweverLateItIs() {
        Messages messages = new Messages();
        ArrayDeque<Integer> queue = new ArrayDeque<>();
        for (int number = 0; number < 50; number++) {
            append(messages, queue, 1_000_000 + number, 1_000_000_000_000L + 60L * number);
        }
        assertThat(state(messages).length).isLessThan(50 * 9);
    }

    @Test
    void messagesInARingAreNoState() {
        Messages messages = new Messages();
        ArrayDeque<Integer> queue = new ArrayDeque<>();
        append(messages, queue, 1, 1);
        append(messages, queue, 2, 2);
        append(messages, queue, 3, 3);
        messages.next[2] = 1; // behind the first and behind the last
        assertThatThrownBy(() -> state(messages))
                .isInstanceOf(IllegalStateException.class)
                .hasMessage("the state has more messages in queues than messages");
        messages.next[2] = 3;
        assertThatThrownBy(() -> state(messages))
                .isInstanceOf(IllegalStateException.class)
                .hasMessage("the state has message 3 in a queue, of 3 messages");
    }
}
