package org.reweave.emulator.state;

import org.reweave.reconfig.state.StateVisitor;

/** A growing first-in first-out ring of longs. */
public final class LongRing {
    private static final long[] NONE = {}; // a device has many rings, most of which are never used

    private long[] ring = NONE;
    private int head;
    private int size;

    public int size() {
        return size;
    }

    public boolean isEmpty() {
        return size == 0;
    }

    public void add(long value) {
        if (size == ring.length) {
            grow();
        }
        ring[(head + size++) & (ring.length - 1)] = value;
    }

    /** The i-th value from the front, which must exist. */
    public long peek(int i) {
        return ring[(head + i) & (ring.length - 1)];
    }

    public long remove() {
        long value = ring[head];
        head = (head + 1) & (ring.length - 1);
        size--;
        return value;
    }

    /** Appends {@code words[from..from + count)}. */
    public void add(long[] words, int from, int count) {
        while (ring.length - size < count) {
            grow();
        }
        int tail = head + size & ring.length - 1;
        int untilWrap = Math.min(count, ring.length - tail);
        System.arraycopy(words, from, ring, tail, untilWrap);
        System.arraycopy(words, from + untilWrap, ring, 0, count - untilWrap);
        size += count;
    }

    /** Removes {@code count} values, which must exist, into {@code words[to..to + count)}. */
    public void remove(long[] words, int to, int count) {
        int untilWrap = Math.min(count, ring.length - head);
        System.arraycopy(ring, head, words, to, untilWrap);
        System.arraycopy(ring, 0, words, to + untilWrap, count - untilWrap);
        head = head + count & ring.length - 1;
        size -= count;
    }

    public void clear() {
        head = 0;
        size = 0;
    }

    private void grow() {
        long[] larger = new long[Math.max(8, 2 * ring.length)];
        for (int i = 0; i < size; i++) {
            larger[i] = peek(i);
        }
        ring = larger;
        head = 0;
    }

    public void visit(StateVisitor state) {
        int count = state.count(size);
        if (state.isReading()) {
            clear();
            for (int i = 0; i < count; i++) {
                add(state.value(0L));
            }
        } else {
            for (int i = 0; i < count; i++) {
                state.value(peek(i));
            }
        }
    }
}
