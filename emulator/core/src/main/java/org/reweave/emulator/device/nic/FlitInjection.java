package org.reweave.emulator.device.nic;

import org.reweave.reconfig.state.StateVisitor;

/**
 * The packet whose flits a NIC of a wormhole network is putting on its link, one behind the other on one lane: its head
 * has gone, and its lane takes nothing else before its tail has gone.
 */
final class FlitInjection {
    private int lane;
    private int left; // flits

    /** The head of a packet has gone. */
    void begin(int onLane, int flits) {
        lane = onLane;
        left = flits - 1;
    }

    /** Whether flits of a packet whose head has gone are left. */
    boolean isUnderWay() {
        return left > 0;
    }

    int lane() {
        return lane;
    }

    /** A flit has gone. */
    void sent() {
        left--;
    }

    /** The rest of the packet does not go, since the link is down. */
    void end() {
        left = 0;
    }

    void visit(StateVisitor state) {
        lane = state.value(lane);
        left = state.value(left);
    }
}
