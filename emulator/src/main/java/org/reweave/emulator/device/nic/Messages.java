package org.reweave.emulator.device.nic;

import java.util.Arrays;
import org.reweave.emulator.state.StateReader;
import org.reweave.emulator.state.StateWriter;

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

    void encode(StateWriter out) {
        out.value(firstFree);
        out.value(used);
        for (int[] column : new int[][] {destination, number, packetsLeft, lastFlits, started, next}) {
            out.ints(Arrays.copyOf(column, used));
        }
        out.longs(Arrays.copyOf(generated, used));
    }

    void decode(StateReader in) {
        firstFree = in.integer();
        used = in.integer();
        grow(Math.max(16, used));
        for (int[] column : new int[][] {destination, number, packetsLeft, lastFlits, started, next}) {
            System.arraycopy(in.ints(), 0, column, 0, used);
        }
        System.arraycopy(in.longs(), 0, generated, 0, used);
    }
}
