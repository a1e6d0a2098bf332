package org.reweave.emulator.state;

import java.util.Arrays;

/** Collects the state of a core as longs: the one form that copies, checkpoints and the explorer use. */
public final class StateWriter extends NumberWriter {
    private long[] words = new long[256];
    private int size;

    @Override
    public long value(long word) {
        if (size == words.length) {
            words = Arrays.copyOf(words, 2 * size);
        }
        words[size++] = word;
        return word;
    }

    @Override
    public void values(long[] values, int used) {
        value(used);
        for (int i = 0; i < used; i++) {
            value(values[i]);
        }
    }

    @Override
    public byte[] array(byte[] values) {
        value(values.length);
        for (byte value : values) {
            value((long) value);
        }
        return values;
    }

    public long[] toArray() {
        return Arrays.copyOf(words, size);
    }
}
