package org.reweave.emulator.device.fabricswitch;

import java.util.Arrays;
import org.reweave.reconfig.state.StateVisitor;

/**
 * The input queues of a switch, one or several per pair of a port and a VL ({@link QueueNumbers}), where the head of
 * each stands, and the packets of each pair whose queue is not known yet. What is kept of a queue lies together, as
 * does what is kept of a port: a packet touches one or two lines of the processor's cache for each of the two.
 */
final class InputBuffers {
    /** {@link #movingTo}: the head is not on its way. */
    static final int IDLE = -1;

    /** {@link #movingTo}: the head is dropped and only waits for its tail. */
    static final int NOWHERE = -2;

    /** {@link #receivingLast}: before every cycle. */
    static final long NEVER = -1;

    // the words of a queue
    private static final int UNITS_USED = 0; // of a pair: with the words of its first queue
    private static final int MOVING_TO = 1;
    private static final int RELEASE_AT = 2; // of a head that waits for a separator: since when
    private static final int END = 3; // of a moving head, whether its end has a timer and is known to the sender; WAITS
    private static final int QUEUE_WORDS = 4;

    private static final long TIMED = 1;
    private static final long TOLD = 2;
    private static final long WAITS = 4; // an idle head waits for a separator

    // the words of a port
    private static final int RECEIVING = 0;
    private static final int RECEIVING_LAST = 1;
    private static final int PORT_WORDS = 2;

    /** The packets whose ways have been looked for, by queue. */
    final SlotQueues queues;

    /** The packets that are still to be routed, by pair, in the order of their arrival. */
    final SlotQueues unrouted;

    private final int perPair;
    private final long[] ofQueues;
    private final long[] ofPorts;

    InputBuffers(int ports, QueueNumbers numbers) {
        queues = new SlotQueues(numbers.count());
        unrouted = new SlotQueues(numbers.pairs());
        perPair = numbers.perPair();
        ofQueues = new long[numbers.count() * QUEUE_WORDS];
        ofPorts = new long[ports * PORT_WORDS];
        clear();
    }

    /** Credits taken by the packets of a pair. */
    int unitsUsed(int pair) {
        return (int) ofQueues[pair * perPair * QUEUE_WORDS + UNITS_USED];
    }

    /** A packet of a pair takes credits; negative = gives them back. */
    void take(int pair, int units) {
        ofQueues[pair * perPair * QUEUE_WORDS + UNITS_USED] += units;
    }

    /** Output that the head is crossing to, {@link #IDLE} or {@link #NOWHERE}. */
    int movingTo(int queue) {
        return (int) ofQueues[queue * QUEUE_WORDS + MOVING_TO];
    }

    boolean isMoving(int queue) {
        return movingTo(queue) != IDLE;
    }

    /** Cycle at which the moving head's space is free. */
    long releaseAt(int queue) {
        return ofQueues[queue * QUEUE_WORDS + RELEASE_AT];
    }

    /** Whether a timer has been set for that cycle. */
    boolean isTimed(int queue) {
        return (ofQueues[queue * QUEUE_WORDS + END] & TIMED) != 0;
    }

    void setTimed(int queue) {
        ofQueues[queue * QUEUE_WORDS + END] |= TIMED;
    }

    /** Whether the sender has been told of that space ahead of time. */
    boolean isTold(int queue) {
        return (ofQueues[queue * QUEUE_WORDS + END] & TOLD) != 0;
    }

    /** The head of a queue begins to leave. */
    void headLeaves(int queue, int target, long until, boolean told, boolean timed) {
        int at = queue * QUEUE_WORDS;
        ofQueues[at + MOVING_TO] = target;
        ofQueues[at + RELEASE_AT] = until;
        ofQueues[at + END] = (told ? TOLD : 0) | (timed ? TIMED : 0);
    }

    /** The head of a queue, which is not moving, waits for a separator from a cycle on. */
    void waitFrom(int queue, long cycle) {
        ofQueues[queue * QUEUE_WORDS + RELEASE_AT] = cycle;
        ofQueues[queue * QUEUE_WORDS + END] = WAITS;
    }

    boolean isWaiting(int queue) {
        return (ofQueues[queue * QUEUE_WORDS + END] & WAITS) != 0;
    }

    /**
     * Ends the wait of a head for a separator.
     *
     * @return when it began
     */
    long waited(int queue) {
        ofQueues[queue * QUEUE_WORDS + END] = 0;
        return ofQueues[queue * QUEUE_WORDS + RELEASE_AT];
    }

    /** The head of a queue has left. */
    void headLeft(int queue) {
        ofQueues[queue * QUEUE_WORDS + MOVING_TO] = IDLE;
    }

    /**
     * The slot of the packet that arrived last on a port. A link carries one packet at a time, so this is the only one
     * of the port that can still be under way.
     */
    int receiving(int port) {
        return (int) ofPorts[port * PORT_WORDS + RECEIVING];
    }

    /** The cycle of that packet's last flit; {@link #NEVER} = nothing of it comes any more. */
    long receivingLast(int port) {
        return ofPorts[port * PORT_WORDS + RECEIVING_LAST];
    }

    void receives(int port, int slot, long last) {
        ofPorts[port * PORT_WORDS + RECEIVING] = slot;
        ofPorts[port * PORT_WORDS + RECEIVING_LAST] = last;
    }

    /** Everything is gone; timers that were set find nothing. */
    void clear() {
        queues.clear();
        unrouted.clear();
        Arrays.fill(ofQueues, 0);
        for (int at = 0; at < ofQueues.length; at += QUEUE_WORDS) {
            ofQueues[at + MOVING_TO] = IDLE;
        }
        for (int at = 0; at < ofPorts.length; at += PORT_WORDS) {
            ofPorts[at + RECEIVING_LAST] = NEVER;
        }
    }

    void visit(StateVisitor state) {
        queues.visit(state);
        unrouted.visit(state);
        state.values(ofQueues);
        state.values(ofPorts);
    }
}
