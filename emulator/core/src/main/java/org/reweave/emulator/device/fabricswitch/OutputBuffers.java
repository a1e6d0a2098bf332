package org.reweave.emulator.device.fabricswitch;

import java.util.Arrays;
import org.reweave.emulator.link.PortLanes;
import org.reweave.reconfig.state.StateVisitor;

/**
 * The output buffers of a switch: a queue per (port, VL), index {@code port * lanes + lane}, bounded in flits. A
 * packet's space is taken whole at its grant and free when its last flit is on the link.
 */
final class OutputBuffers {
    private static final int NONE = -1;

    private final int lanes;
    private final PortLanes pairs;
    private final int capacity;
    private final SlotQueues queues;
    private final int[] used;
    private final int[] laneTurn; // per port
    private final int[] sendingLane; // per port: whose packet is on the link, or NONE
    private final int[] sendingFlits;

    /** @param capacity flits per (port, VL); 0 = there are no output buffers */
    OutputBuffers(int ports, int lanes, int capacity) {
        this.lanes = lanes;
        this.pairs = PortLanes.of(lanes);
        this.capacity = capacity;
        this.queues = new SlotQueues(ports * lanes);
        this.used = new int[ports * lanes];
        this.laneTurn = new int[ports];
        this.sendingLane = new int[ports];
        this.sendingFlits = new int[ports];
        Arrays.fill(sendingLane, NONE);
    }

    boolean fits(int output, int flits) {
        return used[output] + flits <= capacity;
    }

    /** Flits that still fit. */
    int free(int output) {
        return capacity - used[output];
    }

    void add(int output, int slot, int flits) {
        used[output] += flits;
        queues.add(output, slot);
    }

    boolean isEmpty(int output) {
        return queues.isEmpty(output);
    }

    int size(int output) {
        return queues.size(output);
    }

    int get(int output, int i) {
        return queues.get(output, i);
    }

    int first(int output) {
        return queues.get(output, 0);
    }

    /** The lane that a port looks at first. */
    int laneTurn(int port) {
        return laneTurn[port];
    }

    /** The first packet goes on the link. */
    void send(int port, int lane, int flits) {
        queues.remove(port * lanes + lane);
        sendingLane[port] = lane;
        sendingFlits[port] = flits;
        laneServed(port, lane);
    }

    /** A lane has had its turn. */
    void laneServed(int port, int lane) {
        laneTurn[port] = lane + 1 == lanes ? 0 : lane + 1;
    }

    /** The first packet is given up. */
    int discardFirst(int output, int flits) {
        used[output] -= flits;
        return queues.remove(output);
    }

    /** Whether a packet of this output is on the link: its space will be free. */
    boolean isSending(int output) {
        return sendingLane[pairs.port(output)] == pairs.lane(output);
    }

    /**
     * The link is free again.
     *
     * @return the output whose space grew, or -1
     */
    int sent(int port) {
        int lane = sendingLane[port];
        if (lane == NONE) {
            return NONE;
        }
        sendingLane[port] = NONE;
        used[port * lanes + lane] -= sendingFlits[port];
        return port * lanes + lane;
    }

    /**
     * Compares the space taken with that of the packets that have it.
     *
     * @param flits of the packets that wait at this output
     * @throws IllegalStateException naming the port and VL
     */
    void audit(int output, int flits) {
        int taken = flits + (isSending(output) ? sendingFlits[pairs.port(output)] : 0);
        if (used[output] != taken) {
            throw new IllegalStateException("port " + (pairs.port(output) + 1) + " VL " + pairs.lane(output)
                    + ": packets have " + taken + " flits of the output buffer, and " + used[output] + " are counted");
        }
    }

    void clear() {
        queues.clear();
        Arrays.fill(used, 0);
        Arrays.fill(sendingLane, NONE);
    }

    void visit(StateVisitor state) {
        queues.visit(state);
        state.values(used);
        state.values(laneTurn);
        state.values(sendingLane);
        state.values(sendingFlits);
    }
}
