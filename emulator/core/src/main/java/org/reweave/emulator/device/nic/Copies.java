package org.reweave.emulator.device.nic;

import java.util.Arrays;
import org.reweave.reconfig.state.StateVisitor;

/** Copies of packets that have been sent, as parallel arrays indexed by slot. */
final class Copies {
    /** {@link #state}. */
    static final int FREE = 0;

    static final int WAITING = 1; // for its acknowledgement
    static final int QUEUED = 2; // to be sent again
    static final int ACKNOWLEDGED = 3; // but an earlier one of its flow is not

    int[] state = new int[16];
    int[] destination = new int[16];
    int[] flits = new int[16];
    int[] tries = new int[16];
    long[] kind = new long[16];
    long[] word = new long[16];
    long[] generated = new long[16];
    /** When it is to be sent again. */
    long[] deadline = new long[16];

    private int[] freeSlots = new int[16];
    private int freeCount;
    private int used;

    int allocate() {
        if (freeCount > 0) {
            return freeSlots[--freeCount];
        }
        if (used == state.length) {
            grow(2 * used);
        }
        return used++;
    }

    void free(int slot) {
        state[slot] = FREE;
        freeSlots[freeCount++] = slot;
    }

    /** Copies that are kept. */
    int size() {
        return used - freeCount;
    }

    private void grow(int capacity) {
        state = Arrays.copyOf(state, capacity);
        destination = Arrays.copyOf(destination, capacity);
        flits = Arrays.copyOf(flits, capacity);
        tries = Arrays.copyOf(tries, capacity);
        kind = Arrays.copyOf(kind, capacity);
        word = Arrays.copyOf(word, capacity);
        generated = Arrays.copyOf(generated, capacity);
        deadline = Arrays.copyOf(deadline, capacity);
        freeSlots = Arrays.copyOf(freeSlots, capacity);
    }

    void visit(StateVisitor state) {
        used = state.count(used);
        freeCount = state.value(freeCount);
        if (state.isReading()) {
            grow(Math.max(16, used));
        }
        state.values(freeSlots, freeCount);
        for (int[] column : new int[][] {this.state, destination, flits, tries}) {
            state.values(column, used);
        }
        for (long[] column : new long[][] {kind, word, generated, deadline}) {
            state.values(column, used);
        }
    }
}
