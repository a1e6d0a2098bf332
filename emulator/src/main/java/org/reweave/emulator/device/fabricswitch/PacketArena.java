package org.reweave.emulator.device.fabricswitch;

import java.util.Arrays;
import org.reweave.emulator.link.Run;
import org.reweave.emulator.link.Wire;
import org.reweave.emulator.state.StateVisitor;

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

    /** A packet has arrived; the routing is to be asked for its ways. */
    int add(Run packet) {
        int slot = allocate();
        id[slot] = packet.packet;
        route[slot] = packet.route;
        generated[slot] = packet.generated;
        injected[slot] = packet.injected;
        marks[slot] = packet.marks;
        trail[slot] = packet.trail;
        transport[slot] = packet.transport;
        output[slot] = HELD;
        flags[slot] = 0;
        return slot;
    }

    /** Fills in the header with which a packet goes to the next device. */
    void copyTo(Run packet, int slot) {
        packet.packet = id[slot];
        packet.route = Wire.withOneMoreHop(route[slot]);
        packet.generated = generated[slot];
        packet.injected = injected[slot];
        packet.marks = marks[slot];
        packet.trail = trail[slot];
        packet.transport = transport[slot];
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

    void visit(StateVisitor state) {
        used = state.value(used);
        freeCount = state.value(freeCount);
        if (state.isReading()) {
            grow(Math.max(16, used));
        }
        state.values(freeSlots, freeCount);
        for (long[] column : new long[][] {id, route, generated, injected, marks, trail, transport, last, sendAt}) {
            state.values(column, used);
        }
        state.values(output, used);
        state.values(flags, used);
        ways.visit(state, used);
    }
}
