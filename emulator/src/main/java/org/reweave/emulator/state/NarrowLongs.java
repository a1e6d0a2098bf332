package org.reweave.emulator.state;

import java.util.Arrays;

/**
 * An array of longs that takes half of their memory as long as all of them fit into ints. NICs keep thousands of sums,
 * most of which never need more.
 */
public final class NarrowLongs {
    private static final int[] NONE = {};

    private int[] narrow = NONE;
    private long[] wide; // in place of the other one since a value did not fit; null before

    public int length() {
        return wide == null ? narrow.length : wide.length;
    }

    public long get(int at) {
        return wide == null ? narrow[at] : wide[at];
    }

    public void set(int at, long value) {
        if (wide == null && value != (int) value) {
            wide = Arrays.stream(narrow).asLongStream().toArray();
            narrow = NONE;
        }
        if (wide == null) {
            narrow[at] = (int) value;
        } else {
            wide[at] = value;
        }
    }

    /** Cuts the array off or appends zeros. */
    public void resize(int length) {
        if (wide == null) {
            narrow = Arrays.copyOf(narrow, length);
        } else {
            wide = Arrays.copyOf(wide, length);
        }
    }

    /** Saves or restores the first {@code used} values, which are all there are afterwards. */
    public void visit(StateVisitor state, int used) {
        long[] values = new long[state.isReading() ? 0 : used];
        Arrays.setAll(values, this::get);
        values = state.array(values);
        if (state.isReading()) {
            wide = null;
            narrow = new int[values.length];
            for (int at = 0; at < values.length; at++) {
                set(at, values[at]);
            }
        }
    }
}
