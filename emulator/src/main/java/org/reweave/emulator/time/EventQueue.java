package org.reweave.emulator.time;

import java.util.Arrays;
import org.reweave.emulator.state.StateVisitor;

/**
 * The pending events of one device: a binary heap of packed longs, smallest first.
 *
 * <p>A key is {@code cycle << 20 | phase << 18 | code}. Keys order events as the clock rules of
 * emulator/docs/time-and-devices.md say: by cycle, then phase (arrivals, faults, timers, agents), then code (for
 * arrivals port and kind, for timers type and index). Equal keys are interchangeable: each stands for "the next record
 * of that ring".
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

    private long[] heap = new long[16];
    private int size;

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
        if (size == heap.length) {
            heap = Arrays.copyOf(heap, 2 * size);
        }
        long key = cycle << CYCLE_SHIFT | (long) phase << CODE_BITS | code;
        int child = size++;
        while (child > 0) {
            int parent = (child - 1) >>> 1;
            if (heap[parent] <= key) {
                break;
            }
            heap[child] = heap[parent];
            child = parent;
        }
        heap[child] = key;
    }

    /** @return the cycle of the earliest event, or {@link #NEVER} */
    public long firstCycle() {
        return size == 0 ? NEVER : heap[0] >>> CYCLE_SHIFT;
    }

    /** Removes the earliest event; the queue must not be empty. */
    public long remove() {
        long first = heap[0];
        long last = heap[--size];
        int hole = 0;
        int half = size >>> 1;
        while (hole < half) {
            int child = 2 * hole + 1;
            if (child + 1 < size && heap[child + 1] < heap[child]) {
                child++;
            }
            if (heap[child] >= last) {
                break;
            }
            heap[hole] = heap[child];
            hole = child;
        }
        heap[hole] = last;
        return first;
    }

    public void visit(StateVisitor state) {
        Arrays.sort(heap, 0, size); // a sorted array is a heap
        size = state.value(size);
        if (state.isReading()) {
            heap = new long[Math.max(16, size)];
        }
        for (int i = 0; i < size; i++) {
            heap[i] = state.value(heap[i]);
        }
    }
}
