package org.reweave.emulator.time;

/** Reads back what a {@link StateWriter} collected, in the same order. Reading past the end or leaving words unread is a broken invariant. */
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

    public boolean[] flags() {
        boolean[] values = new boolean[integer()];
        for (int i = 0; i < values.length; i++) {
            values[i] = flag();
        }
        return values;
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
