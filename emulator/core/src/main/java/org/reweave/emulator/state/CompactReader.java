package org.reweave.emulator.state;

/**
 * Reads back what a {@link CompactWriter} collected, in the same order. Bytes that end too early, are left over, or
 * hold another number of entries than the core has are refused with an {@link IllegalStateException}: they are not the
 * state of that core.
 */
public final class CompactReader implements StateVisitor {
    private final byte[] bytes;
    private int position;

    public CompactReader(byte[] bytes) {
        this.bytes = bytes;
    }

    @Override
    public boolean isReading() {
        return true;
    }

    private long next() {
        long value = 0;
        for (int shift = 0; shift < Long.SIZE; shift += 7) {
            if (position == bytes.length) {
                throw new IllegalStateException("the state ends at byte " + position + ", inside a number");
            }
            byte part = bytes[position++];
            value |= (part & 0x7fL) << shift;
            if (part >= 0) {
                return value >>> 1 ^ -(value & 1);
            }
        }
        throw new IllegalStateException("the state has a number of more than 64 bits at byte " + position);
    }

    private int nextInt() {
        long value = next();
        if (value != (int) value) {
            throw new IllegalStateException("the state has " + value + " where a number of 32 bits is due");
        }
        return (int) value;
    }

    /** A length; at least one byte follows for each entry. */
    private int nextLength() {
        int length = nextInt();
        if (length < 0 || length > bytes.length - position) {
            throw new IllegalStateException("the state has " + length + " entries at byte " + position + " of "
                    + bytes.length + "; they do not fit");
        }
        return length;
    }

    @Override
    public long value(long ignored) {
        return next();
    }

    @Override
    public int value(int ignored) {
        return nextInt();
    }

    @Override
    public boolean value(boolean ignored) {
        return next() != 0;
    }

    @Override
    public int count(int ignored) {
        return nextLength();
    }

    @Override
    public void values(long[] to) {
        values(to, to.length);
    }

    @Override
    public void values(int[] to) {
        values(to, to.length);
    }

    @Override
    public void values(boolean[] to) {
        expect(to.length);
        for (int i = 0; i < to.length; i++) {
            to[i] = next() != 0;
        }
    }

    @Override
    public void values(long[] to, int used) {
        expect(used);
        for (int i = 0; i < used; i++) {
            to[i] = next();
        }
    }

    @Override
    public void values(int[] to, int used) {
        expect(used);
        for (int i = 0; i < used; i++) {
            to[i] = nextInt();
        }
    }

    @Override
    public long[] array(long[] ignored) {
        long[] values = new long[nextLength()];
        for (int i = 0; i < values.length; i++) {
            values[i] = next();
        }
        return values;
    }

    @Override
    public int[] array(int[] ignored) {
        int[] values = new int[nextLength()];
        for (int i = 0; i < values.length; i++) {
            values[i] = nextInt();
        }
        return values;
    }

    @Override
    public byte[] array(byte[] ignored) {
        byte[] values = new byte[nextLength()];
        System.arraycopy(bytes, position, values, 0, values.length);
        position += values.length;
        return values;
    }

    private void expect(int length) {
        int written = nextInt();
        if (written != length) {
            throw new IllegalStateException("the state has " + written + " entries where " + length + " are due");
        }
    }

    /** Whether everything has been read. */
    public boolean isAtEnd() {
        return position == bytes.length;
    }

    /** @throws IllegalStateException when bytes are left: they are not the state of the core that read it */
    public void end() {
        if (position != bytes.length) {
            throw new IllegalStateException(
                    "the state has " + bytes.length + " bytes, of which " + position + " were read");
        }
    }
}
