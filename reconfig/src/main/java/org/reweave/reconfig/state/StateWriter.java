package org.reweave.reconfig.state;

import java.util.Arrays;
import java.util.function.Consumer;

/** Collects the state of a core as longs: the form that copies and the explorer use. */
public final class StateWriter implements StateVisitor {
    private long[] words = new long[64];
    private int size;

    /** The state of a core, given the method that declares the state. */
    public static long[] words(Consumer<StateVisitor> core) {
        StateWriter out = new StateWriter();
        core.accept(out);
        return out.toArray();
    }

    /** Begins another state. */
    public void clear() {
        size = 0;
    }

    @Override
    public boolean isReading() {
        return false;
    }

    private void makeRoom(int more) {
        if (words.length - size < more) {
            words = Arrays.copyOf(words, Math.max(2 * words.length, size + more));
        }
    }

    @Override
    public long value(long word) {
        makeRoom(1);
        words[size++] = word;
        return word;
    }

    @Override
    public void each(long[] values, int used) {
        makeRoom(used);
        System.arraycopy(values, 0, words, size, used);
        size += used;
    }

    @Override
    public void each(int[] values, int used) {
        makeRoom(used);
        for (int i = 0; i < used; i++) {
            words[size++] = values[i];
        }
    }

    /** Whether the collected state is that of an array. */
    public boolean holds(long[] other) {
        return Arrays.equals(words, 0, size, other, 0, other.length);
    }

    public long[] toArray() {
        return Arrays.copyOf(words, size);
    }
}
