package org.reweave.emulator.state;

/**
 * Reads back what a {@link StateWriter} collected, in the same order. Reading past the end or leaving words unread is a
 * broken invariant.
 */
public final class StateReader {
    private final long[] words;
    private int position;

    public StateReader(long[] words) {
        this.words = words;
    }

    public long value() {
        return words[position++];
    }

    public int integer() {
        return Math.toIntExact(value());
    }

    public boolean flag() {
        return value() != 0;
    }

    public long[] longs() {
        long[] values = new long[integer()];
        for (int i = 0; i < values.length; i++) {
            values[i] = value();
        }
        return values;
    }

    public int[] ints() {
        int[] values = new int[integer()];
        for (int i = 0; i < values.length; i++) {
            values[i] = integer();
        }
        return values;
    }

    /** Fills an array of the length that was written. */
    public void longs(long[] to) {
        expect(to.length);
        for (int i = 0; i < to.length; i++) {
            to[i] = value();
        }
    }

    /** Fills an array of the length that was written. */
    public void ints(int[] to) {
        expect(to.length);
        for (int i = 0; i < to.length; i++) {
            to[i] = integer();
        }
    }

    /** Fills an array of the length that was written. */
    public void flags(boolean[] to) {
        expect(to.length);
        for (int i = 0; i < to.length; i++) {
            to[i] = flag();
        }
    }

    private void expect(int length) {
        int written = integer();
        if (written != length) {
            throw new IllegalStateException("state has " + written + " entries where this device has " + length);
        }
    }

    public byte[] bytes() {
        byte[] values = new byte[integer()];
        for (int i = 0; i < values.length; i++) {
            values[i] = (byte) value();
        }
        return values;
    }

    /** @throws IllegalStateException when words are left: reader and writer disagree */
    public void end() {
        if (position != words.length) {
            throw new IllegalStateException("state has " + words.length + " words, " + position + " were read");
        }
    }
}
