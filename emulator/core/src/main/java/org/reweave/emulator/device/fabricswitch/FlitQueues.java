package org.reweave.emulator.device.fabricswitch;

import java.util.Arrays;
import org.reweave.reconfig.state.StateVisitor;

/**
 * The input queues of a wormhole switch, one per (port, VL), index {@code port * lanes + lane}: the packets of which a
 * queue has had flits, and how far its first one is. The last packet of a queue is the only one whose flits may still
 * be coming, and the first one the only one whose flits leave, so that a queue of flits is two numbers: nothing is kept
 * per flit.
 */
final class FlitQueues {
    /** Stages of the first packet of a queue. There is none. */
    static final int EMPTY = 0;

    /** Its way will be known at {@link #due}. */
    static final int ROUTING = 1;

    /** It asks for a lane of an output. */
    static final int ASKING = 2;

    /** It waits for being routed again. */
    static final int HELD = 3;

    /** It has a lane, {@link #output}; its flits may go on from {@link #due} on. */
    static final int ACTIVE = 4;

    /** What is left of it is thrown away as it comes. */
    static final int DRAINING = 5;

    // the words of a queue
    private static final int STAGE = 0;
    private static final int FLITS = 1; // in the queue
    private static final int DUE = 2;
    private static final int OUTPUT = 3;
    private static final int FIRST = 4; // flits of the first packet that have come and not gone
    private static final int COMING = 5; // flits of the last packet that are still to come
    private static final int GONE = 6; // whether the head of the first packet has gone
    private static final int QUEUE_WORDS = 7;

    private final SlotQueues packets;
    private final long[] words;
    private final long[] busy; // as bits: queues that are not empty
    private final long[] routing; // as bits: queues whose first packet is being routed; follows from the words
    private final long[] ready; // as bits: queues with a flit of a first packet that has a lane; follows from the words

    FlitQueues(int queues) {
        packets = new SlotQueues(queues);
        words = new long[queues * QUEUE_WORDS];
        busy = new long[(queues + 63) >> 6];
        routing = new long[busy.length];
        ready = new long[busy.length];
    }

    /** The first queue with a packet, from {@code from} on; -1 if there is none. */
    int nextBusy(int from) {
        return next(busy, from);
    }

    /** The first queue whose first packet is being routed, from {@code from} on; -1 if there is none. */
    int nextRouting(int from) {
        return next(routing, from);
    }

    /** The first queue with a flit of a first packet that has a lane, from {@code from} on; -1 if there is none. */
    int nextReady(int from) {
        return next(ready, from);
    }

    private static int next(long[] set, int from) {
        int word = from >> 6;
        if (word == set.length) {
            return -1;
        }
        long bits = set[word] & (-1L << from);
        while (bits == 0) {
            if (++word == set.length) {
                return -1;
            }
            bits = set[word];
        }
        return (word << 6) + Long.numberOfTrailingZeros(bits);
    }

    private static void set(long[] set, int queue, boolean isIn) {
        long bit = 1L << queue;
        set[queue >> 6] = isIn ? set[queue >> 6] | bit : set[queue >> 6] & ~bit;
    }

    /** The stage of a first packet or the number of its flits has changed. */
    private void note(int queue) {
        int at = queue * QUEUE_WORDS;
        set(routing, queue, words[at + STAGE] == ROUTING);
        set(ready, queue, words[at + STAGE] == ACTIVE && words[at + FIRST] > 0);
    }

    int stage(int queue) {
        return (int) words[queue * QUEUE_WORDS + STAGE];
    }

    long due(int queue) {
        return words[queue * QUEUE_WORDS + DUE];
    }

    /** The lane of an output that the first packet holds. */
    int output(int queue) {
        return (int) words[queue * QUEUE_WORDS + OUTPUT];
    }

    /** Flits in a queue. */
    int flits(int queue) {
        return (int) words[queue * QUEUE_WORDS + FLITS];
    }

    /** Flits of the first packet that are in the queue. */
    int ofFirst(int queue) {
        return (int) words[queue * QUEUE_WORDS + FIRST];
    }

    /** Whether the head of the first packet has gone on. */
    boolean isHeadGone(int queue) {
        return words[queue * QUEUE_WORDS + GONE] != 0;
    }

    /** Whether flits of the last packet are still to come. */
    boolean isReceiving(int queue) {
        return words[queue * QUEUE_WORDS + COMING] > 0;
    }

    /** Whether all flits that the first packet will ever have here have come. */
    boolean isFirstWhole(int queue) {
        return packets.size(queue) > 1 || !isReceiving(queue);
    }

    int size(int queue) {
        return packets.size(queue);
    }

    /** The i-th packet from the front of a queue. */
    int packet(int queue, int i) {
        return packets.get(queue, i);
    }

    int first(int queue) {
        return packets.get(queue, 0);
    }

    int last(int queue) {
        return packets.get(queue, packets.size(queue) - 1);
    }

    /** The head of a packet has come. */
    void addHead(int queue, int slot, int length) {
        int at = queue * QUEUE_WORDS;
        packets.add(queue, slot);
        set(busy, queue, true);
        words[at + FLITS]++;
        words[at + COMING] = length - 1L;
        if (packets.size(queue) == 1) {
            words[at + FIRST] = 1;
        }
    }

    /** One more flit of the last packet has come. */
    void addFlit(int queue) {
        int at = queue * QUEUE_WORDS;
        words[at + FLITS]++;
        words[at + COMING]--;
        if (packets.size(queue) == 1 && words[at + FIRST]++ == 0) {
            note(queue);
        }
    }

    /** No more flits of the last packet will come. */
    void endLast(int queue) {
        words[queue * QUEUE_WORDS + COMING] = 0;
    }

    /** The first packet is at a stage until a cycle or from then on. */
    void enter(int queue, int stage, long due) {
        words[queue * QUEUE_WORDS + STAGE] = stage;
        words[queue * QUEUE_WORDS + DUE] = due;
        note(queue);
    }

    /** The first packet has a lane of an output. */
    void activate(int queue, int output, long from) {
        enter(queue, ACTIVE, from);
        words[queue * QUEUE_WORDS + OUTPUT] = output;
    }

    /** A flit of the first packet goes. */
    void takeFlit(int queue) {
        int at = queue * QUEUE_WORDS;
        words[at + FLITS]--;
        words[at + GONE] = 1;
        if (--words[at + FIRST] == 0) {
            note(queue);
        }
    }

    /**
     * The flits of the first packet that are in the queue are thrown away.
     *
     * @return their number
     */
    int throwAway(int queue) {
        int at = queue * QUEUE_WORDS;
        int thrown = (int) words[at + FIRST];
        words[at + FLITS] -= thrown;
        words[at + FIRST] = 0;
        note(queue);
        return thrown;
    }

    /** The first packet, of which no flit is left, is done with. */
    void removeFirst(int queue) {
        int at = queue * QUEUE_WORDS;
        packets.remove(queue);
        words[at + GONE] = 0;
        words[at + FIRST] = 0;
        if (packets.isEmpty(queue)) {
            words[at + STAGE] = EMPTY;
            set(busy, queue, false);
        }
        note(queue);
    }

    /** The packet behind the first one, which is gone, is the first one now. */
    void begin(int queue, int length) {
        int at = queue * QUEUE_WORDS;
        words[at + FIRST] = length - (packets.size(queue) == 1 ? words[at + COMING] : 0);
    }

    /**
     * The last packet, which is not the first, is thrown away with the flits that have come of it.
     *
     * @return their number
     */
    int throwLastAway(int queue, int length) {
        int at = queue * QUEUE_WORDS;
        int thrown = length - (int) words[at + COMING];
        packets.removeLast(queue);
        words[at + FLITS] -= thrown;
        words[at + COMING] = 0;
        return thrown;
    }

    void clear() {
        packets.clear();
        Arrays.fill(words, 0);
        Arrays.fill(busy, 0);
        Arrays.fill(routing, 0);
        Arrays.fill(ready, 0);
    }

    void visit(StateVisitor state) {
        packets.visit(state);
        state.values(words);
        state.values(busy);
        for (int queue = 0; state.isReading() && queue * QUEUE_WORDS < words.length; queue++) {
            note(queue);
        }
    }
}
