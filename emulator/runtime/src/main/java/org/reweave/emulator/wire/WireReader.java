package org.reweave.emulator.wire;

/** Reads back what a {@link WireWriter} has collected. */
public final class WireReader {
    private final byte[] bytes;
    private int position;

    public WireReader(byte[] bytes) {
        this.bytes = bytes;
    }

    /** Whether everything has been read. */
    public boolean isAtEnd() {
        return position == bytes.length;
    }

    /** Bytes that are still to be read. */
    int left() {
        return bytes.length - position;
    }

    /** @throws WireException when the bytes end too early or hold more than 64 bits here */
    long unsigned() {
        long value = 0;
        for (int shift = 0; shift < Long.SIZE; shift += 7) {
            byte part = next();
            value |= (part & 0x7fL) << shift;
            if (part >= 0) {
                return value;
            }
        }
        throw new WireException("a number of more than 64 bits before byte " + position);
    }

    /**
     * A number with a limit.
     *
     * @param most the largest that is right here
     */
    int upTo(int most, String what) {
        long value = unsigned();
        if (value < 0 || value > most) {
            throw new WireException(what + " is " + value + " before byte " + position + ", at most " + most);
        }
        return (int) value;
    }

    long signed() {
        long value = unsigned();
        return value >>> 1 ^ -(value & 1);
    }

    long fixed() {
        long value = 0;
        for (int shift = 0; shift < Long.SIZE; shift += Byte.SIZE) {
            value |= (next() & 0xffL) << shift;
        }
        return value;
    }

    private byte next() {
        if (position == bytes.length) {
            throw new WireException("the bytes end at " + position + ", inside a frame");
        }
        return bytes[position++];
    }
}
