package org.reweave.emulator.device.fabricswitch;

import java.util.Arrays;
import org.reweave.emulator.state.StateVisitor;

/**
 * A bank of first-in first-out queues of slots. Credits bound their lengths; the bank itself grows when a queue needs
 * it.
 */
final class SlotQueues {
    private int capacity = 4; // a power of two
    private int[] slots;
    private final int[] head;
    private final int[] size;

    SlotQueues(int queues) {
        this.slots = new int[queues * capacity];
        this.head = new int[queues];
        this.size = new int[queues];
    }

    int size(int queue) {
        return size[queue];
    }

    boolean isEmpty(int queue) {
        return size[queue] == 0;
    }

    void add(int queue, int slot) {
        if (size[queue] == capacity) {
            grow();
        }
        slots[queue * capacity + (head[queue] + size[queue]++ & capacity - 1)] = slot;
    }

    private void grow() {
        int[] larger = new int[2 * slots.length];
        for (int queue = 0; queue < size.length; queue++) {
            for (int i = 0; i < size[queue]; i++) {
                larger[queue * 2 * capacity + i] = get(queue, i);
            }
            head[queue] = 0;
        }
        slots = larger;
        capacity *= 2;
    }

    /** The i-th slot from the front, which must exist. */
    int get(int queue, int i) {
        return slots[queue * capacity + (head[queue] + i & capacity - 1)];
    }

    int remove(int queue) {
        int slot = slots[queue * capacity + head[queue]];
        head[queue] = head[queue] + 1 & capacity - 1;
        size[queue]--;
        return slot;
    }

    void clear() {
        Arrays.fill(size, 0);
    }

    void visit(StateVisitor state) {
        for (int queue = 0; queue < size.length; queue++) {
            int count = state.value(size[queue]);
            size[queue] = state.isReading() ? 0 : count;
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
