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
    private int asking; // queues

    OutputLanes(int count, PortLanes pairs) {
        this.pairs = pairs;
        this.requests = new RequestMatrix(count, count);
        this.holder = new int[count];
        this.held = new int[count];
        clear();
    }

    /** The first packet of a queue asks for a lane too. */
    void ask(int queue, int output) {
        asking += requests.isRequesting(queue) ? 0 : 1;
        requests.add(queue, output);
    }

    /** A packet neither holds nor asks for anything any more. */
    void leave(int queue) {
        if (requests.isRequesting(queue)) {
            requests.remove(queue);
            asking--;
        }
        release(queue);
    }

    /** A packet that asked for a lane has it. */
    void take(int queue, int output) {
        requests.remove(queue);
        asking--;
        holder[output] = queue;
        held[queue] = output;
    }

    /** A packet gives its lane back. */
    void release(int queue) {
        if (held[queue] != NONE) {
            holder[held[queue]] = NONE;
            held[queue] = NONE;
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
            }
        }
        boolean nothing = !requests.isRequesting(queue);
        asking -= nothing ? 1 : 0;
        return nothing;
    }

    /** The queue whose first packet holds a lane, or {@link #NONE}. */
    int holder(int output) {
        return holder[output];
    }

    boolean isAnyAsking() {
        return asking > 0;
    }

    /** Whether a lane is free and asked for. */
    boolean isWanted(int output) {
        return holder[output] == NONE && requests.isWanted(output);
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
        asking = 0;
    }

    void visit(StateVisitor state) {
        requests.visit(state);
        state.values(holder);
        state.values(held);
        asking = state.value(asking);
    }
}
