package org.reweave.emulator.device.nic;

import java.util.Arrays;
import org.reweave.emulator.state.StateVisitor;

/**
 * Messages that wait to be sent, as parallel arrays indexed by slot; queues of them are chained through {@link #next}.
 */
final class Messages {
    /** No message. */
    static final int NONE = -1;

    int[] destination = new int[16];
    /** As the generator calls it. */
    int[] number = new int[16];

    int[] packetsLeft = new int[16];
    int[] lastFlits = new int[16];
    /** 1 = a packet of it has been sent. */
    int[] started = new int[16];
    /** The message behind it in its queue. */
    int[] next = new int[16];

    long[] generated = new long[16];
    private int firstFree = NONE;
    private int used;

    int allocate() {
        int slot = firstFree;
        if (slot != NONE) {
            firstFree = next[slot];
        } else {
            if (used == next.length) {
                grow(2 * used);
            }
            slot = used++;
        }
        next[slot] = NONE;
        return slot;
    }

    void free(int slot) {
        next[slot] = firstFree;
        firstFree = slot;
    }

    private void grow(int capacity) {
        destination = Arrays.copyOf(destination, capacity);
        number = Arrays.copyOf(number, capacity);
        packetsLeft = Arrays.copyOf(packetsLeft, capacity);
        lastFlits = Arrays.copyOf(lastFlits, capacity);
        started = Arrays.copyOf(started, capacity);
        next = Arrays.copyOf(next, capacity);
        generated = Arrays.copyOf(generated, capacity);
    }

    void visit(StateVisitor state) {
        firstFree = state.value(firstFree);
        used = state.count(used);
        if (state.isReading()) {
            grow(Math.max(16, used));
        }
        for (int[] column : new int[][] {destination, number, packetsLeft, lastFlits, started, next}) {
            state.values(column, used);
        }
        state.values(generated, used);
    }
}
