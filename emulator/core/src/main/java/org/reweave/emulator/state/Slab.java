package org.reweave.emulator.state;

import java.util.Arrays;

/**
 * One array of words in which many owners have a place each. An owner keeps where its place begins, and asks for the
 * array each time. A place never gets longer: an owner that needs more room takes another one, and the first one is
 * lost; so owners at least double what they have.
 */
public final class Slab {
    private static final int FIRST_PLACE = 1; // so that 0 can stand for no place

    private long[] words;
    private int end = FIRST_PLACE;

    /** @param expected words that will be taken, about */
    public Slab(int expected) {
        words = new long[FIRST_PLACE + expected];
    }

    /** The array; another one after {@link #take}. */
    public long[] words() {
        return words;
    }

    /**
     * Takes a place, whose words are 0.
     *
     * @return the index of its first word
     */
    public int take(int length) {
        int place = end;
        end = Math.addExact(end, length);
        if (end > words.length) {
            words = Arrays.copyOf(words, Math.max(end, (int) Math.min(words.length * 5L / 4, Integer.MAX_VALUE - 8)));
        }
        return place;
    }
}
