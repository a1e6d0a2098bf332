package org.reweave.reconfig.state;

import java.io.DataOutput;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * Collects bytes that leave the process: states in checkpoints, records of journals, frames between nodes. Numbers have
 * a variable length, so that small ones take one byte. Used again and again, a writer allocates nothing once it has
 * grown.
 */
public final class ByteWriter implements StateVisitor {
    /** Bytes that a number takes at most. */
    public static final int LONGEST_NUMBER = 10;

    private static final int AT_A_TIME = 1024; // numbers of an array that room is made for

    private byte[] bytes = new byte[1024];
    private int size;

    /** Begins anew. */
    public void clear() {
        size = 0;
    }

    /** Bytes written so far. */
    public int size() {
        return size;
    }

    public byte[] toArray() {
        return Arrays.copyOf(bytes, size);
    }

    /** Writes the collected bytes behind their number. */
    public void writeTo(DataOutput out) throws IOException {
        out.writeInt(size);
        out.write(bytes, 0, size);
    }

    private void makeRoom(int more) {
        if (bytes.length - size < more) {
            bytes = Arrays.copyOf(bytes, Math.max(2 * bytes.length, size + more));
        }
    }

    private void put(long value) {
        long rest = value;
        while ((rest & ~0x7fL) != 0) {
            bytes[size++] = (byte) (rest | 0x80);
            rest >>>= 7;
        }
        bytes[size++] = (byte) rest;
    }

    private static long zigzag(long value) {
        return value << 1 ^ value >> 63;
    }

    // ---- values ----

    /** One byte. */
    public ByteWriter raw(int value) {
        makeRoom(1);
        bytes[size++] = (byte) value;
        return this;
    }

    /** A number that is usually small and never negative: 7 bits a byte, the lowest first. */
    public ByteWriter unsigned(long value) {
        makeRoom(LONGEST_NUMBER);
        put(value);
        return this;
    }

    /** A number that is usually near 0: the sign goes into the lowest bit. */
    public ByteWriter signed(long value) {
        return unsigned(zigzag(value));
    }

    /** Eight bytes, the lowest first. */
    public ByteWriter fixed(long value) {
        makeRoom(Long.BYTES);
        for (int shift = 0; shift < Long.SIZE; shift += Byte.SIZE) {
            bytes[size++] = (byte) (value >>> shift);
        }
        return this;
    }

    /** Bytes behind their number. */
    public ByteWriter bytes(byte[] value) {
        unsigned(value.length);
        makeRoom(value.length);
        System.arraycopy(value, 0, bytes, size, value.length);
        size += value.length;
        return this;
    }

    public ByteWriter text(String value) {
        return bytes(value.getBytes(StandardCharsets.UTF_8));
    }

    // ---- states ----

    @Override
    public boolean isReading() {
        return false;
    }

    @Override
    public long value(long value) {
        signed(value);
        return value;
    }

    @Override
    public void length(int length) {
        value(length);
    }

    @Override
    public void each(long[] values, int used) {
        for (int from = 0; from < used; ) {
            int to = Math.min(used, from + AT_A_TIME);
            makeRoom((to - from) * LONGEST_NUMBER);
            for (; from < to; from++) {
                put(zigzag(values[from]));
            }
        }
    }

    @Override
    public void each(int[] values, int used) {
        for (int i = 0; i < used; i++) {
            signed(values[i]);
        }
    }

    @Override
    public byte[] array(byte[] values) {
        bytes(values);
        return values;
    }
}
