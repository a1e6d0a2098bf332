package org.reweave.emulator.link;

import org.reweave.emulator.state.Slab;
import org.reweave.emulator.time.EventQueue;

/**
 * The flits that are no heads, and the credits for one flit each, that are under way to a device: a wheel of cycles
 * with two sets of pairs of a port and a VL for each cycle. A link carries one flit a cycle, and a flit has nothing but
 * its pair and its arrival, so that a bit is all of it: sending one and taking it costs a few steps, where a record in
 * a ring and an event of its own cost many. A wheel is found by its place in a {@link Slab}.
 */
final class FlitWheel {
    static final int FLITS = 0;
    static final int CREDITS = 1;
    private static final int SETS = 2;

    // the words of a wheel's head
    private static final int NEXT = 0; // first cycle with an arrival; EventQueue.NEVER = none
    private static final int OCCUPIED = 1; // as bits: cycles of the turn with an arrival
    private static final int SIZE = 2; // log of the cycles of a turn 0..7 | log of the words of a set 8..15
    private static final int HEAD_WORDS = 3;

    /** Most cycles of a turn: one word says which of them have an arrival. */
    static final int MOST_CYCLES = Long.SIZE;

    private static final int FEWEST_CYCLES = 8;

    private FlitWheel() {}

    private static int log(int size) {
        return Integer.SIZE - Integer.numberOfLeadingZeros(size - 1);
    }

    /**
     * An empty wheel.
     *
     * @param span cycles within which everything arrives, at most {@link #MOST_CYCLES}
     * @return where in the slab it is
     */
    static int make(Slab slab, int span, int pairs) {
        int cycles = log(Math.max(FEWEST_CYCLES, span));
        int set = log(pairs + Long.SIZE - 1 >> 6);
        int wheel = slab.take(HEAD_WORDS + (SETS << cycles + set));
        slab.words()[wheel + NEXT] = EventQueue.NEVER;
        slab.words()[wheel + SIZE] = cycles | set << 8;
        return wheel;
    }

    /** Cycles of a turn. */
    static int cycles(long[] words, int wheel) {
        return 1 << (int) (words[wheel + SIZE] & 0xff);
    }

    /** How many words a set has: pair p is bit p modulo 64 of word p / 64. */
    static int setWords(long[] words, int wheel) {
        return 1 << (int) (words[wheel + SIZE] >>> 8 & 0xff);
    }

    private static int place(long[] words, int wheel, long cycle) {
        return (int) cycle & cycles(words, wheel) - 1;
    }

    private static int set(long[] words, int wheel, int place, int kind) {
        return wheel + HEAD_WORDS + (place * SETS + kind << (int) (words[wheel + SIZE] >>> 8 & 0xff));
    }

    // ---- senders ----

    /**
     * Adds what arrives less than a turn after the first cycle that the device has not done. A wheel keeps no order
     * among those of a cycle, so that there is one of a kind at a port in each.
     *
     * @param kind {@link #FLITS} or {@link #CREDITS}
     * @param first the port's first pair
     * @param lanes VLs of the port
     * @return false = one of this kind arrives at this port then already, and nothing was added
     */
    static boolean add(long[] words, int wheel, int kind, int first, int lanes, int lane, long arrival) {
        int place = place(words, wheel, arrival);
        int set = set(words, wheel, place, kind);
        if (hasAny(words, set, first, lanes)) {
            return false;
        }
        words[set + (first + lane >> 6)] |= 1L << first + lane;
        words[wheel + OCCUPIED] |= 1L << place;
        words[wheel + NEXT] = Math.min(words[wheel + NEXT], arrival);
        return true;
    }

    /** Whether a set has any of so many pairs, at most 15, from one on. */
    private static boolean hasAny(long[] words, int set, int first, int count) {
        long some = (1L << count) - 1;
        int at = set + (first >> 6);
        boolean inNext = first >> 6 != first + count - 1 >> 6;
        return (words[at] >>> first & some) != 0 || inNext && (words[at + 1] << -first & some) != 0;
    }

    // ---- the receiver ----

    /** The cycle of the first arrival; {@link EventQueue#NEVER} = none. */
    static long next(long[] words, int wheel) {
        return words[wheel + NEXT];
    }

    /** Takes a word of the pairs below a number at which something of a kind arrives in the {@link #next} cycle. */
    static long take(long[] words, int wheel, int kind, int word, int end) {
        int at = set(words, wheel, place(words, wheel, words[wheel + NEXT]), kind) + word;
        int count = end - (word << 6);
        long chosen = count >= Long.SIZE ? -1 : (1L << count) - 1;
        long pairs = words[at] & chosen;
        words[at] &= ~chosen;
        return pairs;
    }

    /** All arrivals of the {@link #next} cycle have been taken. */
    static void turn(long[] words, int wheel) {
        int cycles = cycles(words, wheel);
        long from = words[wheel + NEXT] + 1;
        int place = (int) from & cycles - 1;
        long occupied = words[wheel + OCCUPIED] & ~(1L << (from - 1 & cycles - 1));
        words[wheel + OCCUPIED] = occupied;
        long ahead = occupied >>> place | occupied << cycles - place;
        words[wheel + NEXT] = occupied == 0 ? EventQueue.NEVER : from + Long.numberOfTrailingZeros(ahead);
    }

    /** Whether something of a kind arrives at a pair in a cycle from {@link #next} on, within a turn. */
    static boolean has(long[] words, int wheel, long cycle, int kind, int pair) {
        return (words[set(words, wheel, place(words, wheel, cycle), kind) + (pair >> 6)] >>> pair & 1) != 0;
    }
}
