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
    private int zeros; // written, and not yet put down
    private long[] read = new long[256]; // unpacked once, because a state is restored before each of its steps
    private int at;
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
            return read[at++];
        }
        put(value);
        return value;
    }

    @Override
    public void each(long[] values, int used) {
        if (reading) {
            System.arraycopy(read, at, values, 0, used);
            at += used;
            return;
        }
        for (int i = 0; i < used; i++) {
            put(values[i]);
        }
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
        int count = 0;
        boolean zerosFollow = false;
        for (int next = offset; next < offset + length; ) {
            long number = 0;
            for (int shift = 0; ; shift += 7) {
                byte part = from[next++];
                number |= (part & 0x7fL) << shift;
                if (part >= 0) {
                    break;
                }
            }
            int words = zerosFollow ? (int) number : 1;
            if (count + words > read.length) {
                read = Arrays.copyOf(read, 2 * (count + words));
            }
            if (zerosFollow) {
                Arrays.fill(read, count, count + words, 0);
                count += words;
                zerosFollow = false;
            } else if (number == 0) {
                zerosFollow = true;
            } else {
                number--;
                read[count++] = number >>> 1 ^ -(number & 1);
            }
        }
        rewind();
    }

    /** Begins to read the same state again. */
    void rewind() {
        at = 0;
        reading = true;
    }
}
