package org.reweave.emulator.device.fabricswitch;

import java.util.Arrays;
import org.reweave.emulator.state.StateVisitor;

/**
 * Which input queues ask for which output lanes, and whose turn it is: one bit row per output, served round-robin, and
 * one per queue.
 */
final class RequestMatrix {
    private static final int NONE = -1;

    private final int queues;
    private final int words;
    private final long[] bits;
    private final int[] waiting;
    private final int[] turn;
    private final long[] asked; // one row per input queue: the outputs it asks for
    private final int[] count; // per input queue: how many those are
    private int choices; // queues that ask for several

    RequestMatrix(int queues) {
        this.queues = queues;
        this.words = (queues + 63) >> 6;
        this.bits = new long[queues * words];
        this.waiting = new int[queues];
        this.turn = new int[queues];
        this.asked = new long[queues * words];
        this.count = new int[queues];
    }

    /** A queue's head asks for an output too; asking twice is asking once. */
    void add(int queue, int output) {
        int at = queue * words + (output >> 6);
        if ((asked[at] >>> output & 1) != 0) {
            return;
        }
        asked[at] |= 1L << output;
        bits[output * words + (queue >> 6)] |= 1L << queue;
        waiting[output]++;
        choices += ++count[queue] == 2 ? 1 : 0;
    }

    /** A queue's head asks for nothing any more. */
    void remove(int queue) {
        for (int output = asked(queue, 0); output >= 0; output = asked(queue, output + 1)) {
            remove(queue, output);
        }
    }

    /** A queue's head no longer asks for one of its outputs. */
    void remove(int queue, int output) {
        asked[queue * words + (output >> 6)] &= ~(1L << output);
        bits[output * words + (queue >> 6)] &= ~(1L << queue);
        waiting[output]--;
        choices -= --count[queue] == 1 ? 1 : 0;
    }

    boolean isRequesting(int queue) {
        return count[queue] > 0;
    }

    /** How many outputs a queue asks for. */
    int count(int queue) {
        return count[queue];
    }

    /** Whether any queue asks for several outputs. */
    boolean anyChoice() {
        return choices > 0;
    }

    /** The first output, from {@code from} on, that a queue asks for; -1 if there is none. */
    int asked(int queue, int from) {
        return first(asked, queue, from);
    }

    boolean isWanted(int output) {
        return waiting[output] > 0;
    }

    /** The first queue, from {@code from} on, that asks for an output; -1 if none does. */
    int next(int output, int from) {
        return first(bits, output, from);
    }

    private int first(long[] rows, int index, int from) {
        if (from >= queues) {
            return NONE;
        }
        int word = from >> 6;
        long row = rows[index * words + word] & (-1L << from);
        while (row == 0) {
            if (++word == words) {
                return NONE;
            }
            row = rows[index * words + word];
        }
        return (word << 6) + Long.numberOfTrailingZeros(row);
    }

    /** The queue at which the search for an output's next winner begins. */
    int turn(int output) {
        return turn[output];
    }

    /** The winner goes to the end of the line. */
    void served(int output, int winner) {
        turn[output] = winner + 1 == queues ? 0 : winner + 1;
    }

    void clear() {
        Arrays.fill(bits, 0);
        Arrays.fill(waiting, 0);
        Arrays.fill(asked, 0);
        Arrays.fill(count, 0);
        choices = 0;
    }

    void visit(StateVisitor state) {
        state.values(turn);
        long[] rows = state.array(asked);
        if (state.isReading()) {
            clear();
            for (int queue = 0; queue < queues; queue++) {
                for (int output = first(rows, queue, 0); output >= 0; output = first(rows, queue, output + 1)) {
                    add(queue, output);
                }
            }
        }
    }
}
