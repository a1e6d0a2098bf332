package org.reweave.emulator.device.fabricswitch;

import org.reweave.reconfig.state.StateVisitor;

/**
 * A bank of first-in first-out queues of slots. Credits bound their lengths; the bank itself grows when a queue needs
 * it. A queue's head, size and slots lie together, in one line of the processor's cache while queues are short.
 */
final class SlotQueues {
    // the words of a queue
    private static final int HEAD = 0;
    private static final int SIZE = 1;
    private static final int SLOTS = 2;

    private final int queues;
    private int capacity = 2; // of each queue; a power of two
    private int[] words;

    SlotQueues(int queues) {
        this.queues = queues;
        this.words = new int[queues * (SLOTS + capacity)];
    }

    private int at(int queue) {
        return queue * (SLOTS + capacity);
    }

    int size(int queue) {
        return words[at(queue) + SIZE];
    }

    boolean isEmpty(int queue) {
        return size(queue) == 0;
    }

    void add(int queue, int slot) {
        if (size(queue) == capacity) {
            grow();
        }
        int at = at(queue);
        int place = words[at + HEAD] + words[at + SIZE] & capacity - 1;
        words[at + SLOTS + place] = slot;
        words[at + SIZE]++;
    }

    private void grow() {
        int[] larger = new int[queues * (SLOTS + 2 * capacity)];
        for (int queue = 0; queue < queues; queue++) {
            int to = queue * (SLOTS + 2 * capacity);
            larger[to + SIZE] = size(queue);
            for (int i = 0; i < size(queue); i++) {
                larger[to + SLOTS + i] = get(queue, i);
            }
        }
        words = larger;
        capacity *= 2;
    }

    /** The i-th slot from the front, which must exist. */
    int get(int queue, int i) {
        int at = at(queue);
        return words[at + SLOTS + (words[at + HEAD] + i & capacity - 1)];
    }

    int remove(int queue) {
        int at = at(queue);
        int slot = words[at + SLOTS + words[at + HEAD]];
        words[at + HEAD] = words[at + HEAD] + 1 & capacity - 1;
        words[at + SIZE]--;
        return slot;
    }

    /** Removes the slot at the end of a queue. */
    void removeLast(int queue) {
        words[at(queue) + SIZE]--;
    }

    void clear() {
        for (int queue = 0; queue < queues; queue++) {
            words[at(queue) + SIZE] = 0;
        }
    }

    void visit(StateVisitor state) {
        for (int queue = 0; queue < queues; queue++) {
            int count = state.count(size(queue));
            if (state.isReading()) {
                words[at(queue) + SIZE] = 0;
            }
            for (int i = 0; i < count; i++) {
                if (state.isReading()) {
                    add(queue, state.value(0));
                } else {
                    state.value(get(queue, i));
                }
            }
        }
    }
}
