package org.reweave.emulator.state;

import java.util.Arrays;

/**
 * An array of longs that takes a quarter of their memory as long as all of them are within 0..65,535, and half as long
 * as all fit into ints. NICs keep thousands of sums, most of which never need more.
 */
public final class NarrowLongs {
    // one of the three is there, the others are null
    private char[] narrow = {};
    private int[] middle;
    private long[] wide;

    public int length() {
        return narrow != null ? narrow.length : middle != null ? middle.length : wide.length;
    }

    public long get(int at) {
        return narrow != null ? narrow[at] : middle != null ? middle[at] : wide[at];
    }

    public void set(int at, long value) {
        if (narrow != null && value != (char) value) {
            widenToInts();
        }
        if (middle != null && value != (int) value) {
            widenToLongs();
        }
        if (narrow != null) {
            narrow[at] = (char) value;
        } else if (middle != null) {
            middle[at] = (int) value;
        } else {
            wide[at] = value;
        }
    }

    private void widenToInts() {
        int[] values = new int[narrow.length];
        Arrays.setAll(values, at -> narrow[at]);
        middle = values;
        narrow = null;
    }

    private void widenToLongs() {
        wide = Arrays.stream(middle).asLongStream().toArray();
        middle = null;
    }

    /** Cuts the array off or appends zeros. */
    public void resize(int length) {
        if (narrow != null) {
            narrow = Arrays.copyOf(narrow, length);
        } else if (middle != null) {
            middle = Arrays.copyOf(middle, length);
        } else {
            wide = Arrays.copyOf(wide, length);
        }
    }

    /** Makes all values 0. */
    public void clear(int length) {
        narrow = new char[length];
        middle = null;
        wide = null;
    }
}
