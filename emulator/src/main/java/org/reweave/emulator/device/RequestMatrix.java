package org.reweave.emulator.device;

import java.util.Arrays;
import org.reweave.emulator.time.StateReader;
import org.reweave.emulator.time.StateWriter;

/** Which input queues ask for which output lanes, and whose turn it is: one bit row per output, served round-robin. */
final class RequestMatrix {
    private static final int NONE = -1;

    private final int queues;
    private final int words;
    private final long[] bits;
    private final int[] waiting;
    private final int[] turn;
    private final int[] requested; // per input queue: the output it asks for, or NONE
    private final long[] touched;

    RequestMatrix(int queues) {
        this.queues = queues;
        this.words = (queues + 63) >> 6;
        this.bits = new long[queues * words];
        this.waiting = new int[queues];
        this.turn = new int[queues];
        this.requested = new int[queues];
        this.touched = new long[words];
        Arrays.fill(requested, NONE);
    }

    void add(int queue, int output) {
        bits[output * words + (queue >> 6)] |= 1L << queue;
        waiting[output]++;
        requested[queue] = output;
    }

    void remove(int queue) {
        int output = requested[queue];
        bits[output * words + (queue >> 6)] &= ~(1L << queue);
        waiting[output]--;
        requested[queue] = NONE;
    }

    boolean isRequesting(int queue) {
        return requested[queue] != NONE;
    }

    /** The output that a requesting queue asks for. */
    int requested(int queue) {
        return requested[queue];
    }

    boolean isWanted(int output) {
        return waiting[output] > 0;
    }

    /** The first queue, from {@code from} on, that asks for an output; -1 if none does. */
    int next(int output, int from) {
        if (from >= queues) {
            return NONE;
        }
        int word = from >> 6;
        long row = bits[output * words + word] & (-1L << from);
        while (row == 0) {
            if (++word == words) {
                return NONE;
            }
            row = bits[output * words + word];
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

    /** Something about this output has changed: look at it in this cycle's arbitration. */
    void touch(int output) {
        touched[output >> 6] |= 1L << output;
    }

    /** Takes the lowest touched output off the list; -1 when none is left. */
    int takeTouched() {
        for (int word = 0; word < words; word++) {
            long row = touched[word];
            if (row != 0) {
                touched[word] = row & (row - 1);
                return (word << 6) + Long.numberOfTrailingZeros(row);
            }
        }
        return NONE;
    }

    void clear() {
        Arrays.fill(bits, 0);
        Arrays.fill(waiting, 0);
        Arrays.fill(requested, NONE);
        Arrays.fill(touched, 0);
    }

    void encode(StateWriter out) {
        out.ints(turn);
        out.ints(requested);
    }

    void decode(StateReader in) {
        clear();
        in.ints(turn);
        int[] asked = in.ints();
        for (int queue = 0; queue < queues; queue++) {
            if (asked[queue] != NONE) {
                add(queue, asked[queue]);
            }
        }
        Arrays.fill(touched, 0);
    }
}
