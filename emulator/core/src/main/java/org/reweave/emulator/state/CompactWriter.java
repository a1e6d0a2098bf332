package org.reweave.emulator.state;

import java.util.Arrays;

/**
 * Collects the state of a core as bytes, to be kept outside the process: numbers as variable-length integers with the
 * sign in the lowest bit, so that small ones take one byte; arrays of bytes as they are.
 */
public final class CompactWriter extends NumberWriter {
    private static final int LONGEST_NUMBER = 10;

    private byte[] bytes = new byte[1024];
    private int size;

    private void ensure(int more) {
        if (bytes.length - size < more) {
            bytes = Arrays.copyOf(bytes, Math.max(2 * bytes.length, size + more));
        }
    }

    private void put(long value) {
        long rest = value << 1 ^ value >> 63;
        while ((rest & ~0x7f) != 0) {
            bytes[size++] = (byte) (rest | 0x80);
            rest >>>= 7;
        }
        bytes[size++] = (byte) rest;
    }

    @Override
    public long value(long value) {
        ensure(LONGEST_NUMBER);
        put(value);
        return value;
    }

    @Override
    public void values(long[] values, int used) {
        value(used);
        for (int from = 0; from < used; ) {
            int to = Math.min(used, from + 1024);
            ensure((to - from) * LONGEST_NUMBER);
            for (; from < to; from++) {
                put(values[from]);
            }
        }
    }

    @Override
    public byte[] array(byte[] values) {
        value(values.length);
        ensure(values.length);
        System.arraycopy(values, 0, bytes, size, values.length);
        size += values.length;
        return values;
    }

    /** What was written so far. */
    public byte[] toArray() {
        return Arrays.copyOf(bytes, size);
    }
}
