package org.reweave.emulator.device.fabricswitch;

import java.util.Arrays;
import org.reweave.emulator.state.StateVisitor;

/**
 * The input queues of a switch, one per (port, VL), index {@code port * lanes + lane}, and where the head of each
 * stands.
 */
final class InputBuffers {
    /** {@link #movingTo}: the head is not on its way. */
    static final int IDLE = -1;

    /** {@link #movingTo}: the head is dropped and only waits for its tail. */
    static final int NOWHERE = -2;

    final SlotQueues queues;
    /** Credits taken by the packets of a queue. */
    final int[] unitsUsed;
    /** Packets of a queue, from the front, whose output is known. */
    final int[] routed;
    /** Output that the head is crossing to. */
    final int[] movingTo;
    /** Cycle at which the moving head's space is free. */
    final long[] releaseAt;
    /** Whether a timer has been set for that cycle. */
    final boolean[] timed;
    /** Whether the sender has been told of that space ahead of time. */
    final boolean[] told;
    /**
     * Per port: slot of the packet that arrived last, and the cycle of its last flit (-1 = none yet). A link carries
     * one packet at a time, so this is the only one of the port that can still be under way.
     */
    final int[] receiving;

    final long[] receivingLast;

    InputBuffers(int ports, int lanes) {
        int count = ports * lanes;
        queues = new SlotQueues(count);
        unitsUsed = new int[count];
        routed = new int[count];
        movingTo = new int[count];
        releaseAt = new long[count];
        timed = new boolean[count];
        told = new boolean[count];
        receiving = new int[ports];
        receivingLast = new long[ports];
        clear();
    }

    /** Everything is gone; timers that were set find nothing. */
    void clear() {
        queues.clear();
        Arrays.fill(unitsUsed, 0);
        Arrays.fill(routed, 0);
        Arrays.fill(movingTo, IDLE);
        Arrays.fill(releaseAt, 0);
        Arrays.fill(receivingLast, -1);
    }

    void visit(StateVisitor state) {
        queues.visit(state);
        state.values(unitsUsed);
        state.values(routed);
        state.values(movingTo);
        state.values(releaseAt);
        state.values(timed);
        state.values(told);
        state.values(receiving);
        state.values(receivingLast);
    }
}
