package org.reweave.emulator.device.nic;

import org.reweave.reconfig.state.StateVisitor;

/**
 * The sending end of a flow: messages that wait, and the copies of packets between {@code base}, the first that is not
 * acknowledged, and {@code next}, the first that has not been sent. Numbers wrap around.
 */
final class SendFlow {
    /** First and last message that waits; {@link Messages#NONE}. */
    int head = Messages.NONE;

    int tail = Messages.NONE;
    int base;
    int next;
    /** Messages not known to have arrived. */
    long unfinished;
    /** Whether it is in the NIC's ring of flows that may send. */
    boolean ready;
    /** Whether it is given up. */
    boolean givenUp;

    private int[] copies = new int[4]; // slots by sequence number; a power of two

    int outstanding() {
        return next - base;
    }

    int copy(int sequence) {
        return copies[sequence & copies.length - 1];
    }

    /** Adds the copy of packet {@code next}. */
    void add(int slot) {
        if (outstanding() == copies.length) {
            int[] larger = new int[2 * copies.length];
            for (int sequence = base; sequence != next; sequence++) {
                larger[sequence & larger.length - 1] = copy(sequence);
            }
            copies = larger;
        }
        copies[next++ & copies.length - 1] = slot;
    }

    /** Whether a packet has been sent and may still be unacknowledged. */
    boolean isOutstanding(int sequence) {
        return sequence - base >= 0 && sequence - next < 0;
    }

    void visit(StateVisitor state) {
        head = state.value(head);
        tail = state.value(tail);
        base = state.value(base);
        int end = state.value(next);
        unfinished = state.value(unfinished);
        ready = state.value(ready);
        givenUp = state.value(givenUp);
        next = state.isReading() ? base : next;
        for (int sequence = base; sequence != end; sequence++) {
            if (state.isReading()) {
                add(state.value(0));
            } else {
                state.value(copy(sequence));
            }
        }
    }
}
