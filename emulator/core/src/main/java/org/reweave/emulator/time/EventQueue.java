package org.reweave.emulator.time;

import java.util.Arrays;
import java.util.stream.LongStream;
import org.reweave.emulator.state.Slab;
import org.reweave.reconfig.state.StateVisitor;

/**
 * The pending events of one device, smallest key first.
 *
 * <p>A key is {@code cycle << 20 | phase << 18 | code}. Keys order events as the clock rules of
 * emulator/docs/time-and-devices.md say: by cycle, then phase (arrivals, faults, timers, agents), then code (for
 * arrivals port and kind, for timers type and index). Equal keys are interchangeable: each stands for "the next record
 * of that ring".
 *
 * <p>The keys are a sorted run in an array. A device has few events pending, and a new one is later than most of them:
 * it moves the few later ones by a place, which costs less than a step of a heap. The first one is taken from the
 * front. Keys lie in a {@link Slab}, which the devices of an island share: whoever sends a record to a device adds an
 * event without a look at the device's objects.
 */
public final class EventQueue {
    public static final int ARRIVAL = 0;
    public static final int FAULT = 1;
    public static final int TIMER = 2;
    public static final int AGENT = 3;

    /** No event: later than every cycle. */
    public static final long NEVER = Long.MAX_VALUE;

    private static final int CODE_BITS = 18;
    private static final int PHASE_BITS = 2;
    private static final int CYCLE_SHIFT = CODE_BITS + PHASE_BITS;
    private static final long MAX_CYCLE = NEVER >> CYCLE_SHIFT;

    // the words of a queue's head
    private static final int RUN = 0; // where in the slab the keys begin 0..31 | where they end 32..63
    private static final int ROOM = 1; // where in the slab the room for keys begins 0..31 | where it ends 32..63
    private static final int HEAD_WORDS = 2;

    private static final int FIRST_KEYS = 16;

    private Slab slab;
    private int head; // where in the slab it is

    /** A queue in a slab of its own. */
    public EventQueue() {
        begin(new Slab(words()), FIRST_KEYS);
    }

    /** Words that a queue takes in a slab at first. */
    public static int words() {
        return HEAD_WORDS + FIRST_KEYS;
    }

    private void begin(Slab itsSlab, int keys) {
        slab = itsSlab;
        head = slab.take(HEAD_WORDS + keys);
        setRoom(slab.words(), head, head + HEAD_WORDS, keys);
        slab.words()[head + RUN] = pair(head + HEAD_WORDS, head + HEAD_WORDS);
    }

    private static long pair(int from, int to) {
        return from | (long) to << Integer.SIZE;
    }

    private static int from(long pair) {
        return (int) pair;
    }

    private static int to(long pair) {
        return (int) (pair >>> Integer.SIZE);
    }

    private static void setRoom(long[] words, int head, int from, int keys) {
        words[head + ROOM] = pair(from, from + keys);
    }

    /** The slab that the queue is in. */
    public Slab slab() {
        return slab;
    }

    /** Where in the slab the queue's head is, for {@link #add(Slab, int, long, int, int)}. */
    public int head() {
        return head;
    }

    /** From now on the queue is in another slab. */
    public void moveTo(Slab other) {
        long[] keys = keys();
        begin(other, Math.max(FIRST_KEYS, Integer.highestOneBit(keys.length) * 2));
        fill(keys);
    }

    private long[] keys() {
        long run = slab.words()[head + RUN];
        return Arrays.copyOfRange(slab.words(), from(run), to(run));
    }

    private void fill(long[] keys) {
        int from = from(slab.words()[head + ROOM]);
        System.arraycopy(keys, 0, slab.words(), from, keys.length);
        slab.words()[head + RUN] = pair(from, from + keys.length);
    }

    public static long cycle(long key) {
        return key >>> CYCLE_SHIFT;
    }

    public static int phase(long key) {
        return (int) (key >>> CODE_BITS) & 3;
    }

    public static int code(long key) {
        return (int) key & ((1 << CODE_BITS) - 1);
    }

    /** @param code below 2^18 */
    public void add(long cycle, int phase, int code) {
        add(slab, head, cycle, phase, code);
    }

    /**
     * Adds an event to the queue whose head is somewhere in a slab; the slab's array may be another one then.
     *
     * @param code below 2^18
     */
    public static void add(Slab slab, int head, long cycle, int phase, int code) {
        if (cycle < 0 || cycle >= MAX_CYCLE) {
            throw new IllegalStateException("event at cycle " + cycle + " is outside 0.." + MAX_CYCLE);
        }
        if (to(slab.words()[head + RUN]) == to(slab.words()[head + ROOM])) {
            makeRoom(slab, head);
        }
        long[] words = slab.words();
        int first = from(words[head + RUN]);
        int end = to(words[head + RUN]);
        long key = cycle << CYCLE_SHIFT | (long) phase << CODE_BITS | code;
        int place = end;
        while (place > first && words[place - 1] > key) {
            words[place] = words[place - 1];
            place--;
        }
        words[place] = key;
        words[head + RUN] = pair(first, end + 1);
    }

    /** Moves the run to the front of its room, of a larger one if more than half of this one is in use. */
    private static void makeRoom(Slab slab, int head) {
        int first = from(slab.words()[head + RUN]);
        int size = to(slab.words()[head + RUN]) - first;
        int from = from(slab.words()[head + ROOM]);
        int room = to(slab.words()[head + ROOM]) - from;
        if (2 * size > room) {
            from = slab.take(2 * room);
            setRoom(slab.words(), head, from, 2 * room);
        }
        System.arraycopy(slab.words(), first, slab.words(), from, size);
        slab.words()[head + RUN] = pair(from, from + size);
    }

    /** @return the cycle of the earliest event, or {@link #NEVER} */
    public long firstCycle() {
        long[] words = slab.words();
        long run = words[head + RUN];
        return from(run) == to(run) ? NEVER : cycle(words[from(run)]);
    }

    /** The key of the earliest event; the queue must not be empty. */
    public long firstKey() {
        long[] words = slab.words();
        return words[from(words[head + RUN])];
    }

    /** Removes the earliest event; the queue must not be empty. */
    public long remove() {
        long[] words = slab.words();
        return words[from(words[head + RUN]++)];
    }

    /** Saves or restores the events, but for arrivals: those belong to the records that arrive. */
    public void visitAllButArrivals(StateVisitor state) {
        long[] own = state.array(
                LongStream.of(keys()).filter(key -> phase(key) != ARRIVAL).toArray());
        if (state.isReading()) {
            long room = slab.words()[head + ROOM];
            if (own.length > to(room) - from(room)) {
                int from = slab.take(own.length);
                setRoom(slab.words(), head, from, own.length);
            }
            fill(own);
        }
    }
}
