package org.reweave.emulator.device.fabricswitch;

import java.util.Arrays;
import org.reweave.reconfig.state.StateVisitor;

/**
 * Which input queues ask for which output lanes: one bit row per output, and one per queue. Queues and outputs have the
 * same numbers, so both rows of a number lie together, with its counts: an arbitration touches a line of the
 * processor's cache for the output and one for the queue.
 */
final class RequestMatrix {
    private static final int NONE = -1;

    // the words of a number, before its two rows
    private static final int WAITING = 0; // of an output: queues that ask for it
    private static final int COUNT = 1; // of a queue: outputs that it asks for
    private static final int ROWS = 2;

    private final int queues;
    private final int words; // of a row
    private final int stride;
    private final int asking; // place of the row of queues that ask for an output
    private final int asked; // place of the row of outputs that a queue asks for
    private final long[] cells;
    private int choices; // queues that ask for several

    RequestMatrix(int queues) {
        this.queues = queues;
        this.words = (queues + 63) >> 6;
        this.asking = ROWS;
        this.asked = ROWS + words;
        this.stride = ROWS + 2 * words;
        this.cells = new long[queues * stride];
    }

    /** A queue's head asks for an output too; asking twice is asking once. */
    void add(int queue, int output) {
        int at = queue * stride + asked + (output >> 6);
        if ((cells[at] >>> output & 1) != 0) {
            return;
        }
        cells[at] |= 1L << output;
        cells[output * stride + asking + (queue >> 6)] |= 1L << queue;
        cells[output * stride + WAITING]++;
        choices += ++cells[queue * stride + COUNT] == 2 ? 1 : 0;
    }

    /** A queue's head asks for nothing any more. */
    void remove(int queue) {
        for (int output = asked(queue, 0); output >= 0; output = asked(queue, output + 1)) {
            remove(queue, output);
        }
    }

    /** A queue's head no longer asks for one of its outputs. */
    void remove(int queue, int output) {
        cells[queue * stride + asked + (output >> 6)] &= ~(1L << output);
        cells[output * stride + asking + (queue >> 6)] &= ~(1L << queue);
        cells[output * stride + WAITING]--;
        choices -= --cells[queue * stride + COUNT] == 1 ? 1 : 0;
    }

    boolean isRequesting(int queue) {
        return cells[queue * stride + COUNT] > 0;
    }

    /** How many outputs a queue asks for. */
    int count(int queue) {
        return (int) cells[queue * stride + COUNT];
    }

    /** Whether any queue asks for several outputs. */
    boolean anyChoice() {
        return choices > 0;
    }

    /** The first output, from {@code from} on, that a queue asks for; -1 if there is none. */
    int asked(int queue, int from) {
        return first(queue * stride + asked, from);
    }

    boolean isWanted(int output) {
        return cells[output * stride + WAITING] > 0;
    }

    /** The first queue, from {@code from} on, that asks for an output; -1 if none does. */
    int next(int output, int from) {
        return first(output * stride + asking, from);
    }

    /** The first bit of a row, from a number on. */
    private int first(int row, int from) {
        if (from >= queues) {
            return NONE;
        }
        int word = from >> 6;
        long bits = cells[row + word] & (-1L << from);
        while (bits == 0) {
            if (++word == words) {
                return NONE;
            }
            bits = cells[row + word];
        }
        return (word << 6) + Long.numberOfTrailingZeros(bits);
    }

    /** Nobody asks for anything. */
    void clear() {
        Arrays.fill(cells, 0);
        choices = 0;
    }

    void visit(StateVisitor state) {
        state.values(cells);
        choices = state.value(choices);
    }
}
