package org.reweave.emulator.wire;

import java.util.Arrays;

/** Collects bytes; used again and again, so that nothing is allocated once it has grown. */
public final class WireWriter {
    private static final int LONGEST = 10; // bytes of a number

    private byte[] bytes = new byte[1 << 12];
    private int size;

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

    /** A number that is usually small and never negative: 7 bits a byte, the lowest first. */
    void unsigned(long value) {
        makeRoom(LONGEST);
        long rest = value;
        while ((rest & ~0x7fL) != 0) {
            bytes[size++] = (byte) (rest | 0x80);
            rest >>>= 7;
        }
        bytes[size++] = (byte) rest;
    }

    /** A number that is usually near 0: the sign goes into the lowest bit. */
    void signed(long value) {
        unsigned(value << 1 ^ value >> 63);
    }

    /** Eight bytes, the lowest first. */
    void fixed(long value) {
        makeRoom(Long.BYTES);
        for (int shift = 0; shift < Long.SIZE; shift += Byte.SIZE) {
            bytes[size++] = (byte) (value >>> shift);
        }
    }

    private void makeRoom(int more) {
        if (bytes.length - size < more) {
            bytes = Arrays.copyOf(bytes, 2 * bytes.length);
        }
    }
}
