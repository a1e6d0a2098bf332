package org.reweave.emulator.time;

import java.util.Arrays;
import java.util.stream.LongStream;
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
 * front.
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
    private long[] keys = new long[16]; // ascending in [first, end)
    private int first;
    private int end;

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
        if (cycle < 0 || cycle >= MAX_CYCLE) {
            throw new IllegalStateException("event at cycle " + cycle + " is outside 0.." + MAX_CYCLE);
        }
        if (end == keys.length) {
            makeRoom();
        }
        long key = cycle << CYCLE_SHIFT | (long) phase << CODE_BITS | code;
        int place = end++;
        while (place > first && keys[place - 1] > key) {
            keys[place] = keys[place - 1];
            place--;
        }
        keys[place] = key;
    }

    /** Moves the run to the front of the array, of a larger one if more than half of this one is in use. */
    private void makeRoom() {
        int size = end - first;
        long[] from = keys;
        keys = 2 * size > from.length ? new long[2 * from.length] : from;
        System.arraycopy(from, first, keys, 0, size);
        first = 0;
        end = size;
    }

    /** @return the cycle of the earliest event, or {@link #NEVER} */
    public long firstCycle() {
        return first == end ? NEVER : cycle(keys[first]);
    }

    /** Removes the earliest event; the queue must not be empty. */
    public long remove() {
        return keys[first++];
    }

    /** Saves or restores the events, but for arrivals: those belong to the records that arrive. */
    public void visitAllButArrivals(StateVisitor state) {
        long[] own = state.array(LongStream.of(Arrays.copyOfRange(keys, first, end))
                .filter(key -> phase(key) != ARRIVAL)
                .toArray());
        if (state.isReading()) {
            keys = Arrays.copyOf(own, Math.max(16, own.length));
            first = 0;
            end = own.length;
        }
    }
}
