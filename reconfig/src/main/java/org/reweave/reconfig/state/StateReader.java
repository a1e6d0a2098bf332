package org.reweave.reconfig.state;

import java.util.function.Consumer;

/**
 * Reads back what a {@link StateWriter} collected, in the same order. Reading past the end or leaving words unread is a
 * broken invariant.
 */
public final class StateReader implements StateVisitor {
    private long[] words;
    private int position;

    public StateReader(long[] words) {
        this.words = words;
    }

    /** Restores a core, given the method that declares its state. */
    public static void read(long[] words, Consumer<StateVisitor> core) {
        StateReader in = new StateReader(words);
        core.accept(in);
        in.end();
    }

    /** Begins to read another state. */
    public void load(long[] other) {
        words = other;
        position = 0;
    }

    @Override
    public boolean isReading() {
        return true;
    }

    @Override
    public long value(long ignored) {
        return words[position++];
    }

    @Override
    public int count(int ignored) {
        int count = value(0);
        if (count < 0 || count > words.length - position) {
            throw new IllegalStateException("state has " + count + " entries, which do not fit");
        }
        return count;
    }

    @Override
    public void each(long[] to, int used) {
        System.arraycopy(words, position, to, 0, used);
        position += used;
    }

    /** @throws IllegalStateException when words are left: they are not the state of the core that read it */
    public void end() {
        if (position != words.length) {
            throw new IllegalStateException(
                    "state has " + words.length + " words, " + position + " were read; write and read the same fields");
        }
    }
}
