package org.reweave.reconfig.explore;

import java.util.Arrays;
import org.reweave.reconfig.state.StateVisitor;

/**
 * A state as bytes: a sequence of longs, each 1 to 10 bytes long by its size, runs of zeros counted. Written, and then
 * read in the same order.
 */
final class Words implements StateVisitor {
    private byte[] bytes = new byte[256];
    private int size;
    private int at;
    private int zeros; // written: not yet put down; read: still to come
    private boolean reading;

    /** Begins to write a state. */
    void clear() {
        size = 0;
        zeros = 0;
        reading = false;
    }

    @Override
    public boolean isReading() {
        return reading;
    }

    @Override
    public long value(long value) {
        if (reading) {
            return get();
        }
        put(value);
        return value;
    }

    private void put(long value) {
        if (value == 0) {
            zeros++;
            return;
        }
        if (value == Long.MIN_VALUE) {
            throw new IllegalArgumentException(
                    "a state's word is " + value + ", the only long that has no encoding here");
        }
        flush();
        number((value << 1 ^ value >> 63) + 1); // zigzag, so that -1 is short; plus 1, because 0 begins a run of zeros
    }

    private void flush() {
        if (zeros > 0) {
            number(0);
            number(zeros);
            zeros = 0;
        }
    }

    private void number(long value) {
        if (size + 10 > bytes.length) {
            bytes = Arrays.copyOf(bytes, 2 * bytes.length);
        }
        long rest = value;
        while ((rest & ~0x7fL) != 0) {
            bytes[size++] = (byte) (rest | 0x80);
            rest >>>= 7;
        }
        bytes[size++] = (byte) rest;
    }

    /**
     * Ends the writing.
     *
     * @return how many bytes of {@link #bytes} are the state
     */
    int finish() {
        flush();
        return size;
    }

    byte[] bytes() {
        return bytes;
    }

    /** Begins to read a state that {@link #finish} ended. */
    void load(byte[] from, int offset, int length) {
        if (length > bytes.length) {
            bytes = new byte[2 * length];
        }
        System.arraycopy(from, offset, bytes, 0, length);
        size = length;
        rewind();
    }

    /** Begins to read the same state again. */
    void rewind() {
        at = 0;
        zeros = 0;
        reading = true;
    }

    private long get() {
        if (zeros > 0) {
            zeros--;
            return 0;
        }
        long value = readNumber();
        if (value == 0) {
            zeros = (int) readNumber() - 1;
            return 0;
        }
        value--;
        return value >>> 1 ^ -(value & 1);
    }

    private long readNumber() {
        long value = 0;
        for (int shift = 0; ; shift += 7) {
            byte next = bytes[at++];
            value |= (next & 0x7fL) << shift;
            if (next >= 0) {
                return value;
            }
        }
    }
}
