package org.reweave.reconfig.state;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.function.Function;

/**
 * Reads back what a {@link ByteWriter} collected, in the same order. Bytes that end too early, are left over, or hold
 * another number of entries than the core has are refused: nobody has written them for this reader.
 */
public final class ByteReader implements StateVisitor {
    private final byte[] bytes;
    private final Function<String, ? extends RuntimeException> refusal;
    private int position;

    /** Reader of the bytes of a state; wrong bytes are refused with an {@link IllegalStateException}. */
    public ByteReader(byte[] bytes) {
        this(bytes, IllegalStateException::new);
    }

    /** @param refusal makes the exception for what is wrong with the bytes */
    public ByteReader(byte[] bytes, Function<String, ? extends RuntimeException> refusal) {
        this.bytes = bytes;
        this.refusal = refusal;
    }

    /** Whether everything has been read. */
    public boolean isAtEnd() {
        return position == bytes.length;
    }

    /** Bytes that are still to be read. */
    public int left() {
        return bytes.length - position;
    }

    /** Refuses bytes that are left. */
    public void end() {
        if (!isAtEnd()) {
            throw refusal.apply(left() + " of " + bytes.length + " bytes are left over");
        }
    }

    // ---- values ----

    /** One byte, 0 to 255. */
    public int raw() {
        return next() & 0xff;
    }

    private byte next() {
        if (position == bytes.length) {
            throw refusal.apply("the bytes end at " + position + ", inside a value");
        }
        return bytes[position++];
    }

    public long unsigned() {
        long value = 0;
        for (int shift = 0; shift < Long.SIZE; shift += 7) {
            byte part = next();
            value |= (part & 0x7fL) << shift;
            if (part >= 0) {
                return value;
            }
        }
        throw refusal.apply("a number of more than 64 bits before byte " + position);
    }

    /**
     * A number with a limit.
     *
     * @param most the largest that is right here
     */
    public int upTo(int most, String what) {
        long value = unsigned();
        if (value < 0 || value > most) {
            throw refusal.apply(what + " is " + value + " before byte " + position + ", at most " + most);
        }
        return (int) value;
    }

    public long signed() {
        long value = unsigned();
        return value >>> 1 ^ -(value & 1);
    }

    public long fixed() {
        long value = 0;
        for (int shift = 0; shift < Long.SIZE; shift += Byte.SIZE) {
            value |= (next() & 0xffL) << shift;
        }
        return value;
    }

    public byte[] bytes() {
        long length = unsigned();
        if (length < 0 || length > left()) {
            throw refusal.apply("a value of " + length + " bytes before byte " + position + " of " + bytes.length);
        }
        position += (int) length;
        return Arrays.copyOfRange(bytes, position - (int) length, position);
    }

    public String text() {
        return new String(bytes(), StandardCharsets.UTF_8);
    }

    // ---- states ----

    @Override
    public boolean isReading() {
        return true;
    }

    @Override
    public long value(long ignored) {
        return signed();
    }

    @Override
    public int value(int ignored) {
        long value = signed();
        if (value != (int) value) {
            throw refusal.apply(value + " before byte " + position + " where a number of 32 bits is due");
        }
        return (int) value;
    }

    /** Every entry takes at least one byte. */
    @Override
    public int count(int ignored) {
        int count = value(0);
        if (count < 0 || count > left()) {
            throw refusal.apply(
                    count + " entries before byte " + position + " of " + bytes.length + "; they do not fit");
        }
        return count;
    }

    @Override
    public void length(int length) {
        int written = value(0);
        if (written != length) {
            throw refusal.apply(written + " entries before byte " + position + " where this device has " + length);
        }
    }

    @Override
    public byte[] array(byte[] ignored) {
        return bytes();
    }
}
