package org.reweave.emulator.link;

import org.reweave.reconfig.state.StateVisitor;

/**
 * On/off flow control at the receiving side of a device's links: for each (port, VL) the signal that was sent last.
 * With fewer free flits than the lower threshold the far end is told to stop, with more than the upper one to go on; in
 * between the last signal holds. Source: Dally and Towles, Principles and Practices of Interconnection Networks, §13.3.
 */
final class StopAndGo {
    /** Arguments of the two signals, which travel as absolute credits: what a sender may count on. */
    static final int STOP = 0;

    static final int GO = 1;

    private final int offBelow;
    private final int onAbove;
    private final int[] signals; // by port and VL: the last one

    StopAndGo(int offBelow, int onAbove, int portLanes) {
        this.offBelow = offBelow;
        this.onAbove = onAbove;
        this.signals = new int[portLanes];
    }

    /** The last signal for a VL of a port. */
    int signal(int portLane) {
        return signals[portLane];
    }

    /** The first signal over a link that has come up. */
    int begin(int portLane, long free) {
        signals[portLane] = free < offBelow ? STOP : GO;
        return signals[portLane];
    }

    /**
     * Whether free room of a buffer, in flits, asks for another signal than the last one, which {@link #signal} is
     * then.
     */
    boolean changes(int portLane, long free) {
        int next = free < offBelow ? STOP : free > onAbove ? GO : signals[portLane];
        boolean changes = next != signals[portLane];
        signals[portLane] = next;
        return changes;
    }

    void visit(StateVisitor state) {
        state.values(signals);
    }
}
