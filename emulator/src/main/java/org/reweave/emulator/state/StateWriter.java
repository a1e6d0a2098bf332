package org.reweave.emulator.state;

import java.util.Arrays;

/** Collects the state of a core as longs: the one form that copies, checkpoints and the explorer use. */
public final class StateWriter {
    private long[] words = new long[256];
    private int size;

    public void value(long word) {
        if (size == words.length) {
            words = Arrays.copyOf(words, 2 * size);
        }
        words[size++] = word;
    }

    public void flag(boolean value) {
        value(value ? 1 : 0);
    }

    public void longs(long[] values) {
        value(values.length);
        for (long value : values) {
            value(value);
        }
    }

    public void ints(int[] values) {
        value(values.length);
        for (int value : values) {
            value(value);
        }
    }

    public void flags(boolean[] values) {
        value(values.length);
        for (boolean value : values) {
            value(value ? 1 : 0);
        }
    }

    public void bytes(byte[] values) {
        value(values.length);
        for (byte value : values) {
            value(value);
        }
    }

    public long[] toArray() {
        return Arrays.copyOf(words, size);
    }
}
