package org.reweave.emulator.state;

import java.util.Arrays;

/** Collects the state of a core as longs: the one form that copies, checkpoints and the explorer use. */
public final class StateWriter implements StateVisitor {
    private long[] words = new long[256];
    private int size;

    @Override
    public boolean isReading() {
        return false;
    }

    @Override
    public long value(long word) {
        if (size == words.length) {
            words = Arrays.copyOf(words, 2 * size);
        }
        words[size++] = word;
        return word;
    }

    @Override
    public int value(int value) {
        value((long) value);
        return value;
    }

    @Override
    public boolean value(boolean value) {
        value(value ? 1L : 0L);
        return value;
    }

    @Override
    public int count(int count) {
        return value(count);
    }

    @Override
    public void values(long[] values) {
        values(values, values.length);
    }

    @Override
    public void values(int[] values) {
        values(values, values.length);
    }

    @Override
    public void values(boolean[] values) {
        value(values.length);
        for (boolean value : values) {
            value(value);
        }
    }

    @Override
    public void values(long[] values, int used) {
        value(used);
        for (int i = 0; i < used; i++) {
            value(values[i]);
        }
    }

    @Override
    public void values(int[] values, int used) {
        value(used);
        for (int i = 0; i < used; i++) {
            value(values[i]);
        }
    }

    @Override
    public long[] array(long[] values) {
        values(values);
        return values;
    }

    @Override
    public int[] array(int[] values) {
        values(values);
        return values;
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
