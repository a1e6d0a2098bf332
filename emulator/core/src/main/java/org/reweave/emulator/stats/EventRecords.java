package org.reweave.emulator.stats;

import org.reweave.emulator.state.LongRing;

/** Events as a device's log packs them into words: the one writer and reader of that layout. */
public final class EventRecords {
    /** Arguments of an event; unused ones are 0. */
    public static final int ARGUMENTS = 5;

    private static final int CYCLE = 0;
    private static final int KIND = 1;
    private static final int FIRST_ARGUMENT = 2;
    private static final int CHANGE = FIRST_ARGUMENT + ARGUMENTS;
    private static final int WORDS = CHANGE + 1;

    private final long[] words;

    /** @param words as {@link DeviceLog#collectEvents} hands them over */
    public EventRecords(long[] words) {
        if (words.length % WORDS != 0) {
            throw new IllegalArgumentException(words.length + " words are no events of " + WORDS + " words");
        }
        this.words = words;
    }

    static void put(LongRing ring, long change, long cycle, EventKind kind, long a, long b, long c, long d, long e) {
        ring.add(cycle);
        ring.add(kind.ordinal());
        ring.add(a);
        ring.add(b);
        ring.add(c);
        ring.add(d);
        ring.add(e);
        ring.add(change);
    }

    public int count() {
        return words.length / WORDS;
    }

    public long cycle(int event) {
        return words[event * WORDS + CYCLE];
    }

    public EventKind kind(int event) {
        return EventKind.of((int) words[event * WORDS + KIND]);
    }

    /** @param i position in {@link EventKind#arguments} */
    public long argument(int event, int i) {
        return words[event * WORDS + FIRST_ARGUMENT + i];
    }

    /** Number of the manager's change that an event belongs to; 0 = none. */
    public long change(int event) {
        return words[event * WORDS + CHANGE];
    }
}
