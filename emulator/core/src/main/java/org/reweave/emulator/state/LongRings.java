package org.reweave.emulator.state;

import org.reweave.reconfig.state.StateVisitor;

/**
 * Rings by number, each of which is made when it is asked for first: most rings of a device, as those of cuts,
 * separators and SMPs, are never used.
 */
public final class LongRings {
    private static final LongRing EMPTY = new LongRing(); // to be written alone

    private final int count;
    private LongRing[] rings; // null = none has been made, and so is each that has not

    public LongRings(int count) {
        this.count = count;
    }

    /** How many there are. */
    public int count() {
        return count;
    }

    /** A ring to be added to, or to be taken from. */
    public LongRing get(int number) {
        if (rings == null || rings[number] == null) {
            put(number, new LongRing());
        }
        return rings[number];
    }

    private void put(int number, LongRing ring) {
        if (rings == null) {
            rings = new LongRing[count];
        }
        rings[number] = ring;
    }

    public boolean isEmpty(int number) {
        return size(number) == 0;
    }

    /** Words in a ring. */
    public int size(int number) {
        return rings == null || rings[number] == null ? 0 : rings[number].size();
    }

    /** Saves or restores the rings in their order. */
    public void visit(StateVisitor state) {
        for (int number = 0; number < count; number++) {
            visit(number, state);
        }
    }

    /** Saves or restores one ring. */
    public void visit(int number, StateVisitor state) {
        if (isEmpty(number) && !state.isReading()) {
            EMPTY.visit(state);
            return;
        }
        LongRing ring = isEmpty(number) ? new LongRing() : rings[number];
        ring.visit(state);
        if (!ring.isEmpty()) {
            put(number, ring);
        }
    }
}
