package org.reweave.emulator.journal.format;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/** A growing array of bytes; small numbers take fewer bytes than large ones. */
final class ByteSink {
    /** The most that a number takes. */
    static final int LONGEST_NUMBER = 10;

    private byte[] bytes = new byte[256];
    private int size;

    int size() {
        return size;
    }

    ByteSink raw(int value) {
        if (size == bytes.length) {
            bytes = Arrays.copyOf(bytes, 2 * size);
        }
        bytes[size++] = (byte) value;
        return this;
    }

    /** Seven bits a byte, lowest first. Negative numbers take ten bytes. */
    ByteSink number(long value) {
        long rest = value;
        while ((rest & ~0x7fL) != 0) {
            raw((int) (rest & 0x7f | 0x80));
            rest >>>= 7;
        }
        return raw((int) rest);
    }

    /** For numbers that are as likely to be negative. */
    ByteSink signed(long value) {
        return number(value << 1 ^ value >> 63);
    }

    ByteSink bytes(byte[] value) {
        number(value.length);
        if (bytes.length - size < value.length) {
            bytes = Arrays.copyOf(bytes, Math.max(2 * bytes.length, size + value.length));
        }
        System.arraycopy(value, 0, bytes, size, value.length);
        size += value.length;
        return this;
    }

    ByteSink text(String value) {
        return bytes(value.getBytes(StandardCharsets.UTF_8));
    }

    byte[] toArray() {
        return Arrays.copyOf(bytes, size);
    }
}
