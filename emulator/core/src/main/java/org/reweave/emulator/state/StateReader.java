package org.reweave.emulator.state;

/**
 * Reads back what a {@link StateWriter} collected, in the same order. Reading past the end or leaving words unread is a
 * broken invariant.
 */
public final class StateReader implements StateVisitor {
    private final long[] words;
    private int position;

    public StateReader(long[] words) {
        this.words = words;
    }

    @Override
    public boolean isReading() {
        return true;
    }

    private long next() {
        return words[position++];
    }

    @Override
    public long value(long ignored) {
        return next();
    }

    @Override
    public int value(int ignored) {
        return Math.toIntExact(next());
    }

    @Override
    public boolean value(boolean ignored) {
        return next() != 0;
    }

    @Override
    public int count(int ignored) {
        int count = Math.toIntExact(next());
        if (count < 0 || count > words.length - position) {
            throw new IllegalStateException("state has " + count + " entries, which do not fit");
        }
        return count;
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
            to[i] = Math.toIntExact(next());
        }
    }

    @Override
    public long[] array(long[] ignored) {
        long[] values = new long[Math.toIntExact(next())];
        for (int i = 0; i < values.length; i++) {
            values[i] = next();
        }
        return values;
    }

    @Override
    public int[] array(int[] ignored) {
        int[] values = new int[Math.toIntExact(next())];
        for (int i = 0; i < values.length; i++) {
            values[i] = Math.toIntExact(next());
        }
        return values;
    }

    @Override
    public byte[] array(byte[] ignored) {
        byte[] values = new byte[Math.toIntExact(next())];
        for (int i = 0; i < values.length; i++) {
            values[i] = (byte) next();
        }
        return values;
    }

    private void expect(int length) {
        int written = Math.toIntExact(next());
        if (written != length) {
            throw new IllegalStateException("state has " + written + " entries where this device has " + length);
        }
    }

    /** @throws IllegalStateException when words are left: reader and writer disagree */
    public void end() {
        if (position != words.length) {
            throw new IllegalStateException("state has " + words.length + " words, " + position + " were read");
        }
    }
}
