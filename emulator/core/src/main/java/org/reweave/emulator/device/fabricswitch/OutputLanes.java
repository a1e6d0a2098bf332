package org.reweave.emulator.device.fabricswitch;

import java.util.Arrays;
import org.reweave.emulator.link.PortLanes;
import org.reweave.reconfig.state.StateVisitor;

/**
 * The lanes of a wormhole switch's outputs, index {@code port * lanes + lane}: which packet holds each, from its head
 * to its tail, and which ask for it. A packet is named by the input queue that it is the first of.
 */
final class OutputLanes {
    static final int NONE = -1;

    private final PortLanes pairs;
    private final RequestMatrix requests;
    private final int[] holder; // by lane
    private final int[] held; // by queue
    private final long[] wanted; // as bits: lanes that are free and asked for; follows from the rest

    OutputLanes(int count, PortLanes pairs) {
        this.pairs = pairs;
        this.requests = new RequestMatrix(count, count);
        this.holder = new int[count];
        this.held = new int[count];
        this.wanted = new long[count + Long.SIZE - 1 >> 6];
        clear();
    }

    /** The first packet of a queue asks for a lane too. */
    void ask(int queue, int output) {
        requests.add(queue, output);
        note(output);
    }

    /** Whether a lane is free, or who asks for it, has changed. */
    private void note(int output) {
        long bit = 1L << output;
        boolean isWanted = holder[output] == NONE && requests.isWanted(output);
        wanted[output >> 6] = isWanted ? wanted[output >> 6] | bit : wanted[output >> 6] & ~bit;
    }

    private void askNoMore(int queue) {
        for (int output = requests.asked(queue, 0); output >= 0; output = requests.asked(queue, output + 1)) {
            requests.remove(queue, output);
            note(output);
        }
    }

    /** A packet neither holds nor asks for anything any more. */
    void leave(int queue) {
        askNoMore(queue);
        release(queue);
    }

    /** A packet that asked for a lane has it. */
    void take(int queue, int output) {
        holder[output] = queue;
        held[queue] = output;
        askNoMore(queue);
    }

    /** A packet gives its lane back. */
    void release(int queue) {
        int output = held[queue];
        if (output != NONE) {
            holder[output] = NONE;
            held[queue] = NONE;
            note(output);
        }
    }

    /**
     * A packet no longer asks for lanes of a port.
     *
     * @return whether it asks for nothing now
     */
    boolean loseWays(int queue, int port) {
        for (int output = requests.asked(queue, 0); output >= 0; output = requests.asked(queue, output + 1)) {
            if (pairs.port(output) == port) {
                requests.remove(queue, output);
                note(output);
            }
        }
        return !requests.isRequesting(queue);
    }

    /** The queue whose first packet holds a lane, or {@link #NONE}. */
    int holder(int output) {
        return holder[output];
    }

    /** The first lane, from {@code from} on, that is free and asked for; -1 if there is none. */
    int nextWanted(int from) {
        int word = from >> 6;
        if (word == wanted.length) {
            return NONE;
        }
        long bits = wanted[word] & (-1L << from);
        while (bits == 0) {
            if (++word == wanted.length) {
                return NONE;
            }
            bits = wanted[word];
        }
        return (word << 6) + Long.numberOfTrailingZeros(bits);
    }

    /** The first queue, from {@code from} on, that asks for a lane; -1 if none does. */
    int next(int output, int from) {
        return requests.next(output, from);
    }

    /** The first lane, from {@code from} on, that a queue asks for; -1 if there is none. */
    int asked(int queue, int from) {
        return requests.asked(queue, from);
    }

    void clear() {
        requests.clear();
        Arrays.fill(holder, NONE);
        Arrays.fill(held, NONE);
        Arrays.fill(wanted, 0);
    }

    void visit(StateVisitor state) {
        requests.visit(state);
        state.values(holder);
        state.values(held);
        for (int output = 0; state.isReading() && output < holder.length; output++) {
            note(output);
        }
    }
}
