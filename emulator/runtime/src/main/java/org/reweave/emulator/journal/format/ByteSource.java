package org.reweave.emulator.journal.format;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/** Reads bytes written by {@link ByteSink}; other bytes lead to an {@link IllegalArgumentException}. */
final class ByteSource {
    private final byte[] bytes;
    private int at;

    ByteSource(byte[] bytes) {
        this.bytes = bytes;
    }

    boolean isEmpty() {
        return at == bytes.length;
    }

    int raw() {
        if (at == bytes.length) {
            throw new IllegalArgumentException("the record ends after " + at + " bytes, in the middle of a value");
        }
        return bytes[at++] & 0xff;
    }

    long number() {
        long value = 0;
        for (int shift = 0; shift < 64; shift += 7) {
            int next = raw();
            value |= (long) (next & 0x7f) << shift;
            if (next < 0x80) {
                return value;
            }
        }
        throw new IllegalArgumentException("a number before byte " + at + " of the record has more than 64 bits");
    }

    long signed() {
        long value = number();
        return value >>> 1 ^ -(value & 1);
    }

    byte[] bytes() {
        long length = number();
        if (length < 0 || length > bytes.length - at) {
            throw new IllegalArgumentException(
                    "a value of " + length + " bytes at byte " + at + " of a record of " + bytes.length);
        }
        at += (int) length;
        return Arrays.copyOfRange(bytes, at - (int) length, at);
    }

    String text() {
        return new String(bytes(), StandardCharsets.UTF_8);
    }

    /** Checks that no bytes are left. */
    void end() {
        if (!isEmpty()) {
            throw new IllegalArgumentException((bytes.length - at) + " bytes follow the end of the record");
        }
    }
}
