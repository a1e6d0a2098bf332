package org.reweave.emulator.device.fabricswitch;

import java.util.Arrays;
import org.reweave.emulator.link.HeaderWords;
import org.reweave.emulator.link.PacketHeader;
import org.reweave.emulator.link.Wire;
import org.reweave.reconfig.state.StateVisitor;

/**
 * The packets inside one switch, by slot. A packet in cut-through is in two devices at once, so each keeps its own copy
 * of the header here; slots never leave the device.
 *
 * <p>All words of a packet lie together: a step that treats a packet then touches two lines of the processor's cache,
 * where an array for each of the words would cost a line for each.
 */
final class PacketArena {
    /** Flags of a packet, for its history in this switch. */
    static final int BAD = 1; // cut: its tail will never come

    static final int DROPPED = 2; // counted as lost here
    static final int SENT = 4; // its head is on the outgoing link
    static final int LEFT_INPUT = 8;
    static final int LEFT_OUTPUT = 16;
    static final int SEVERED = 32; // the outgoing link has failed since its head was sent

    /** {@link #output}: the routing wants to be asked again. */
    static final int HELD = Integer.MIN_VALUE;

    // the words of a packet, after those of the header
    private static final int MARKS = HeaderWords.COUNT;
    private static final int TRAIL = MARKS + 1;
    private static final int TRANSPORT = TRAIL + 1;
    private static final int FLAGS = TRANSPORT + 1;
    private static final int OUTPUT = FLAGS + 1;
    private static final int LAST = OUTPUT + 1;
    private static final int SEND_AT = LAST + 1;
    private static final int SIZE = SEND_AT + 1; // flits 0..15 | credits at an input buffer 16..
    private static final int WORDS = SIZE + 1;

    private static final int FLITS_BITS = 16;
    private static final int FLITS = (1 << FLITS_BITS) - 1;
    private static final int FIRST_SLOTS = 4;

    /** Where the routed ones may go. */
    final Ways ways = new Ways();

    private long[] words = new long[FIRST_SLOTS * WORDS];
    private int[] freeSlots = new int[FIRST_SLOTS];
    private int freeCount;
    private int used;

    private int allocate() {
        if (freeCount > 0) {
            return freeSlots[--freeCount];
        }
        if (used == freeSlots.length) {
            grow(2 * used);
        }
        return used++;
    }

    /**
     * A packet has arrived; the routing is to be asked for its ways.
     *
     * @param credits that it takes at an input buffer
     */
    int add(PacketHeader packet, int credits) {
        int slot = allocate();
        int at = slot * WORDS;
        HeaderWords.keep(packet, words, at);
        words[at + MARKS] = packet.marks;
        words[at + TRAIL] = packet.trail;
        words[at + TRANSPORT] = packet.transport;
        words[at + FLAGS] = 0;
        words[at + OUTPUT] = HELD;
        words[at + SIZE] = packet.flits | (long) credits << FLITS_BITS;
        return slot;
    }

    /** Fills in the header with which a packet goes to the next device. */
    void copyTo(PacketHeader packet, int slot) {
        int at = slot * WORDS;
        packet.flits = flits(slot);
        packet.packet = words[at + HeaderWords.ID];
        packet.route = Wire.withOneMoreHop(words[at + HeaderWords.ROUTE]);
        packet.generated = words[at + HeaderWords.GENERATED];
        packet.injected = words[at + HeaderWords.INJECTED];
        packet.marks = words[at + MARKS];
        packet.trail = words[at + TRAIL];
        packet.transport = words[at + TRANSPORT];
    }

    long id(int slot) {
        return words[slot * WORDS + HeaderWords.ID];
    }

    /** Route word of a packet, packed by {@link Wire#route}. */
    long route(int slot) {
        return words[slot * WORDS + HeaderWords.ROUTE];
    }

    /** LID in a packet's header. */
    int destination(int slot) {
        return Wire.destination(route(slot));
    }

    int flits(int slot) {
        return (int) words[slot * WORDS + SIZE] & FLITS;
    }

    /** The cycle in which a packet was generated. */
    long generated(int slot) {
        return words[slot * WORDS + HeaderWords.GENERATED];
    }

    /** Credits that a packet takes at an input buffer. */
    int credits(int slot) {
        return (int) (words[slot * WORDS + SIZE] >>> FLITS_BITS);
    }

    long marks(int slot) {
        return words[slot * WORDS + MARKS];
    }

    void setMarks(int slot, long marks) {
        words[slot * WORDS + MARKS] = marks;
    }

    /** Trail with which a packet came in; once the packet is granted, the trail with which the packet goes out. */
    long trail(int slot) {
        return words[slot * WORDS + TRAIL];
    }

    void setTrail(int slot, long trail) {
        words[slot * WORDS + TRAIL] = trail;
    }

    /** Cycle in which the last flit arrives. */
    long last(int slot) {
        return words[slot * WORDS + LAST];
    }

    void setLast(int slot, long cycle) {
        words[slot * WORDS + LAST] = cycle;
    }

    /**
     * Cycle of the head on the outgoing link, once {@link #SENT}; before that the cycle at which it may be sent from
     * the output buffer.
     */
    long sendAt(int slot) {
        return words[slot * WORDS + SEND_AT];
    }

    void setSendAt(int slot, long cycle) {
        words[slot * WORDS + SEND_AT] = cycle;
    }

    /**
     * Once granted the output {@code port * lanes + lane}; before that the first of {@link #ways}, or why there is
     * none: {@link #HELD} or another negative number of the switch's.
     */
    int output(int slot) {
        return (int) words[slot * WORDS + OUTPUT];
    }

    void setOutput(int slot, int output) {
        words[slot * WORDS + OUTPUT] = output;
    }

    boolean has(int slot, int flag) {
        return (words[slot * WORDS + FLAGS] & flag) != 0;
    }

    /** Notes what has happened to a packet. */
    void note(int slot, int flag) {
        words[slot * WORDS + FLAGS] |= flag;
    }

    /** One of a packet's two sides is done with it; the slot is free when both are. */
    void leave(int slot, int side) {
        note(slot, side);
        if (has(slot, LEFT_INPUT) && has(slot, LEFT_OUTPUT)) {
            free(slot);
        }
    }

    /** Nothing of a packet is left here. */
    void free(int slot) {
        freeSlots[freeCount++] = slot;
    }

    private void grow(int slots) {
        words = Arrays.copyOf(words, slots * WORDS);
        freeSlots = Arrays.copyOf(freeSlots, slots);
    }

    void clear() {
        used = 0;
        freeCount = 0;
    }

    void visit(StateVisitor state) {
        used = state.count(used);
        freeCount = state.value(freeCount);
        if (state.isReading()) {
            grow(Math.max(FIRST_SLOTS, used));
        }
        state.values(freeSlots, freeCount);
        state.values(words, used * WORDS);
        ways.visit(state, used);
    }
}
