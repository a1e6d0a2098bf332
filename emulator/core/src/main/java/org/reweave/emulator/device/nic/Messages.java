package org.reweave.emulator.device.nic;

import java.util.Arrays;
import org.reweave.reconfig.state.StateVisitor;

/**
 * Messages that wait to be sent, as parallel arrays indexed by slot; queues of them are chained through {@link #next}.
 */
final class Messages {
    /** No message. */
    static final int NONE = -1;

    int[] destination = new int[16];
    /** Number that the generator gave the message. */
    int[] number = new int[16];

    int[] packetsLeft = new int[16];
    int[] lastFlits = new int[16];
    /** 1 = a packet of the message has been sent. */
    int[] started = new int[16];
    /** Slot of the message behind this one in its queue, or {@link #NONE}. */
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

    /**
     * Numbers and times are saved queue by queue, as differences to those of the message before, which are small: most
     * of a NIC's state beyond saturation is here.
     *
     * @throws IllegalStateException when what is read has no such queues
     */
    void visit(StateVisitor state) {
        firstFree = state.value(firstFree);
        used = state.count(used);
        if (state.isReading()) {
            grow(Math.max(16, used));
        } else {
            clearFree();
        }
        state.values(next, used);
        for (int[] column : new int[][] {destination, packetsLeft, lastFlits, started}) {
            state.values(column, used);
        }
        boolean[] isBehind = isBehind();
        int visited = 0;
        for (int first = 0; first < used; first++) {
            int previousNumber = 0;
            long previousGenerated = 0;
            for (int slot = isBehind[first] ? NONE : first; slot != NONE; slot = next[slot]) {
                if (visited++ == used) {
                    throw new IllegalStateException("the state has more messages in queues than messages");
                }
                number[slot] = previousNumber + state.value(number[slot] - previousNumber);
                generated[slot] = previousGenerated + state.value(generated[slot] - previousGenerated);
                previousNumber = number[slot];
                previousGenerated = generated[slot];
            }
        }
    }

    /** Clears the free slots, whose content has no meaning. */
    private void clearFree() {
        for (int slot = firstFree; slot != NONE; slot = next[slot]) {
            destination[slot] = 0;
            number[slot] = 0;
            packetsLeft[slot] = 0;
            lastFlits[slot] = 0;
            started[slot] = 0;
            generated[slot] = 0;
        }
    }

    /** Whether a slot is behind another slot in a queue of messages or in the queue of the free slots; by slot. */
    private boolean[] isBehind() {
        boolean[] isBehind = new boolean[used];
        for (int slot = 0; slot < used; slot++) {
            if (next[slot] < NONE || next[slot] >= used) {
                throw new IllegalStateException(
                        "the state has message " + next[slot] + " in a queue, of " + used + " messages");
            }
            if (next[slot] != NONE) {
                isBehind[next[slot]] = true;
            }
        }
        return isBehind;
    }
}
