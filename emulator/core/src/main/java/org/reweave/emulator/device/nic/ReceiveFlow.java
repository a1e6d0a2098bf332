package org.reweave.emulator.device.nic;

import org.reweave.reconfig.state.StateVisitor;

/**
 * The receiving end of a flow: the number of the packet that is handed over next, and the packets behind it that have
 * come already.
 */
final class ReceiveFlow {
    private static final long ABSENT = -1; // no route has all bits set

    int expected;
    /** Whether the packet handed over last is not the last of its message. */
    boolean inMessage;

    private final int capacity; // a power of two, at least the window
    private long[] route; // by number; made when the first packet is early
    private long[] word;
    private long[] generated;

    ReceiveFlow(int window) {
        capacity = Integer.highestOneBit(2 * window - 1);
    }

    boolean has(int sequence) {
        return route != null && route[sequence & capacity - 1] != ABSENT;
    }

    void keep(int sequence, long itsRoute, long itsWord, long itsGenerated) {
        if (route == null) {
            route = new long[capacity];
            word = new long[capacity];
            generated = new long[capacity];
            java.util.Arrays.fill(route, ABSENT);
        }
        int at = sequence & capacity - 1;
        route[at] = itsRoute;
        word[at] = itsWord;
        generated[at] = itsGenerated;
    }

    long route(int sequence) {
        return route[sequence & capacity - 1];
    }

    long word(int sequence) {
        return word[sequence & capacity - 1];
    }

    long generated(int sequence) {
        return generated[sequence & capacity - 1];
    }

    void forget(int sequence) {
        route[sequence & capacity - 1] = ABSENT;
    }

    void visit(StateVisitor state) {
        expected = state.value(expected);
        inMessage = state.value(inMessage);
        int left = state.value(kept());
        for (int sequence = expected; left > 0; sequence++) {
            if (state.isReading() || has(sequence)) {
                int place = state.value(sequence);
                long itsRoute = state.value(state.isReading() ? 0 : route(place));
                long itsWord = state.value(state.isReading() ? 0 : word(place));
                long itsGenerated = state.value(state.isReading() ? 0 : generated(place));
                if (state.isReading()) {
                    keep(place, itsRoute, itsWord, itsGenerated);
                }
                left--;
            }
        }
    }

    private int kept() {
        int kept = 0;
        for (int i = 0; i < capacity; i++) {
            kept += has(expected + i) ? 1 : 0;
        }
        return kept;
    }
}
