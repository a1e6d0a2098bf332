package org.reweave.emulator.device.fabricswitch;

import java.util.Arrays;
import org.reweave.reconfig.state.StateVisitor;

/**
 * Which input queues ask for which output lanes: one bit row per output, and one per queue. A row lies together with
 * its count, and where there are as many queues as outputs both rows of a number lie together: an arbitration touches a
 * line of the processor's cache for the output and one for the queue.
 */
final class RequestMatrix {
    private static final int NONE = -1;

    private static final int COUNT = 0; // the first word of a number's place, before its row
    private static final int ROW = 1;

    private final int queues;
    private final int outputs;
    private final int outputStride; // words from an output's place to the next one's
    private final int queueStride;
    private final int firstQueue; // place of queue 0
    private final long[] cells; // of an output: how many queues ask for it, and which; of a queue likewise
    private int choices; // queues that ask for several

    RequestMatrix(int queues, int outputs) {
        this.queues = queues;
        this.outputs = outputs;
        int ofOutput = ROW + (queues + 63 >> 6);
        int ofQueue = ROW + (outputs + 63 >> 6);
        boolean alike = queues == outputs;
        this.outputStride = alike ? ofOutput + ofQueue : ofOutput;
        this.queueStride = alike ? ofOutput + ofQueue : ofQueue;
        this.firstQueue = alike ? ofOutput : outputs * ofOutput;
        this.cells = new long[outputs * ofOutput + queues * ofQueue];
    }

    /** A queue's head asks for an output too; asking twice is asking once. */
    void add(int queue, int output) {
        int at = firstQueue + queue * queueStride;
        int row = at + ROW + (output >> 6);
        if ((cells[row] >>> output & 1) != 0) {
            return;
        }
        cells[row] |= 1L << output;
        cells[output * outputStride + ROW + (queue >> 6)] |= 1L << queue;
        cells[output * outputStride + COUNT]++;
        choices += ++cells[at + COUNT] == 2 ? 1 : 0;
    }

    /** A queue's head asks for nothing any more. */
    void remove(int queue) {
        for (int output = asked(queue, 0); output >= 0; output = asked(queue, output + 1)) {
            remove(queue, output);
        }
    }

    /** A queue's head no longer asks for one of its outputs. */
    void remove(int queue, int output) {
        int at = firstQueue + queue * queueStride;
        cells[at + ROW + (output >> 6)] &= ~(1L << output);
        cells[output * outputStride + ROW + (queue >> 6)] &= ~(1L << queue);
        cells[output * outputStride + COUNT]--;
        choices -= --cells[at + COUNT] == 1 ? 1 : 0;
    }

    boolean isRequesting(int queue) {
        return cells[firstQueue + queue * queueStride + COUNT] > 0;
    }

    /** How many outputs a queue asks for. */
    int count(int queue) {
        return (int) cells[firstQueue + queue * queueStride + COUNT];
    }

    /** Whether any queue asks for several outputs. */
    boolean anyChoice() {
        return choices > 0;
    }

    /** The first output, from {@code from} on, that a queue asks for; -1 if there is none. */
    int asked(int queue, int from) {
        return first(firstQueue + queue * queueStride + ROW, outputs, from);
    }

    boolean isWanted(int output) {
        return cells[output * outputStride + COUNT] > 0;
    }

    /** The first queue, from {@code from} on, that asks for an output; -1 if none does. */
    int next(int output, int from) {
        return first(output * outputStride + ROW, queues, from);
    }

    /** The first bit of a row of so many, from a number on. */
    private int first(int row, int length, int from) {
        if (from >= length) {
            return NONE;
        }
        int word = from >> 6;
        long bits = cells[row + word] & (-1L << from);
        while (bits == 0) {
            if (++word << 6 >= length) {
                return NONE;
            }
            bits = cells[row + word];
        }
        return (word << 6) + Long.numberOfTrailingZeros(bits);
    }

    /**
     * Compares both rows of each request and their counts.
     *
     * @throws IllegalStateException naming the number of the queue or output
     */
    void audit() {
        int several = 0;
        for (int queue = 0; queue < queues; queue++) {
            int asked = 0;
            for (int output = asked(queue, 0); output >= 0; output = asked(queue, output + 1)) {
                asked++;
                if (next(output, queue) != queue) {
                    throw new IllegalStateException(
                            "queue " + queue + " asks for output " + output + ", which does not know");
                }
            }
            if (asked != count(queue)) {
                throw new IllegalStateException(
                        "queue " + queue + " asks for " + asked + " outputs, and " + count(queue) + " are counted");
            }
            several += asked > 1 ? 1 : 0;
        }
        for (int output = 0; output < outputs; output++) {
            int asking = 0;
            for (int queue = next(output, 0); queue >= 0; queue = next(output, queue + 1)) {
                asking++;
            }
            long counted = cells[output * outputStride + COUNT];
            if (asking != counted) {
                throw new IllegalStateException(
                        asking + " queues ask for output " + output + ", and " + counted + " are counted");
            }
        }
        if (several != choices) {
            throw new IllegalStateException(several + " queues have a choice, and " + choices + " are counted");
        }
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
