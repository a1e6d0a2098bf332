package org.reweave.emulator.device.fabricswitch;

import java.util.Arrays;
import org.reweave.emulator.state.StateReader;
import org.reweave.emulator.state.StateWriter;

/**
 * The packets inside one switch: parallel arrays indexed by slot. A packet in cut-through is in two devices at once, so
 * each keeps its own copy of the header here; slots never leave the device.
 */
final class PacketArena {
    /** What has happened to a packet in this switch. */
    static final int BAD = 1; // cut: its tail will never come

    static final int DROPPED = 2; // counted as lost here
    static final int SENT = 4; // its head is on the outgoing link
    static final int LEFT_INPUT = 8;
    static final int LEFT_OUTPUT = 16;
    static final int SEVERED = 32; // the outgoing link has failed since its head was sent

    /** {@link #output}: the routing wants to be asked again. */
    static final int HELD = Integer.MIN_VALUE;

    /** Where the routed ones may go. */
    final Ways ways = new Ways();

    long[] id = new long[16];
    long[] route = new long[16];
    long[] generated = new long[16];
    long[] injected = new long[16];
    long[] marks = new long[16];
    /** As it came in; once the packet is granted, as it goes out. */
    long[] trail = new long[16];
    /** What only the two NICs look at. */
    long[] transport = new long[16];
    /** Cycle in which the last flit arrives. */
    long[] last = new long[16];
    /**
     * Cycle of the head on the outgoing link, once {@link #SENT}; before that the cycle at which it may be sent from
     * the output buffer.
     */
    long[] sendAt = new long[16];
    /**
     * Once granted the output {@code port * lanes + lane}; before that the first of {@link #ways}, or why there is
     * none: {@link #HELD} or another negative number of the switch's.
     */
    int[] output = new int[16];

    int[] flags = new int[16];
    private int[] freeSlots = new int[16];
    private int freeCount;
    private int used;

    int allocate() {
        if (freeCount > 0) {
            return freeSlots[--freeCount];
        }
        if (used == id.length) {
            grow(2 * used);
        }
        return used++;
    }

    private void grow(int capacity) {
        id = Arrays.copyOf(id, capacity);
        route = Arrays.copyOf(route, capacity);
        generated = Arrays.copyOf(generated, capacity);
        injected = Arrays.copyOf(injected, capacity);
        marks = Arrays.copyOf(marks, capacity);
        trail = Arrays.copyOf(trail, capacity);
        transport = Arrays.copyOf(transport, capacity);
        last = Arrays.copyOf(last, capacity);
        sendAt = Arrays.copyOf(sendAt, capacity);
        output = Arrays.copyOf(output, capacity);
        flags = Arrays.copyOf(flags, capacity);
        freeSlots = Arrays.copyOf(freeSlots, capacity);
    }

    boolean has(int slot, int flag) {
        return (flags[slot] & flag) != 0;
    }

    /** One of a packet's two sides is done with it; the slot is free when both are. */
    void leave(int slot, int side) {
        flags[slot] |= side;
        if ((flags[slot] & (LEFT_INPUT | LEFT_OUTPUT)) == (LEFT_INPUT | LEFT_OUTPUT)) {
            freeSlots[freeCount++] = slot;
        }
    }

    void clear() {
        used = 0;
        freeCount = 0;
    }

    void encode(StateWriter out) {
        out.value(used);
        out.value(freeCount);
        out.ints(Arrays.copyOf(freeSlots, freeCount));
        for (long[] column : new long[][] {id, route, generated, injected, marks, trail, transport, last, sendAt}) {
            out.longs(Arrays.copyOf(column, used));
        }
        out.ints(Arrays.copyOf(output, used));
        out.ints(Arrays.copyOf(flags, used));
        ways.encode(out, used);
    }

    void decode(StateReader in) {
        used = in.integer();
        freeCount = in.integer();
        grow(Math.max(16, used));
        System.arraycopy(in.ints(), 0, freeSlots, 0, freeCount);
        for (long[] column : new long[][] {id, route, generated, injected, marks, trail, transport, last, sendAt}) {
            System.arraycopy(in.longs(), 0, column, 0, used);
        }
        System.arraycopy(in.ints(), 0, output, 0, used);
        System.arraycopy(in.ints(), 0, flags, 0, used);
        ways.decode(in, used);
    }
}
