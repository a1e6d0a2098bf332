package org.reweave.emulator.device.nic;

import org.reweave.emulator.device.fabricswitch.LaneChoice;
import org.reweave.emulator.link.Transmitter;
import org.reweave.reconfig.state.StateVisitor;

/**
 * The lane on which a NIC puts a packet: the one that its path names, or under {@link LaneChoice#CLASS} the next one
 * with room after the lane of the packet before. Source of the latter: BookSim2, {@code TrafficManager::_Step}.
 */
final class InjectionLanes {
    static final int NONE = -1;

    private final int port;
    private final int lanes;
    private final boolean any;
    private int last = NONE;

    InjectionLanes(int port, int lanes, LaneChoice choice) {
        this.port = port;
        this.lanes = lanes;
        this.any = choice == LaneChoice.CLASS;
    }

    /** The lane for a packet that needs so many credits to begin; {@link #NONE} = none has them. */
    int choose(int named, int units, Transmitter links, long cycle) {
        if (!any) {
            return hasRoom(named, units, links, cycle) ? named : NONE;
        }
        for (int step = 1; step <= lanes; step++) {
            int lane = (last + step) % lanes;
            if (hasRoom(lane, units, links, cycle)) {
                return lane;
            }
        }
        return NONE;
    }

    private boolean hasRoom(int lane, int units, Transmitter links, long cycle) {
        return links.freeCredits(port * lanes + lane, cycle) >= units;
    }

    /** A packet has gone on a lane. */
    void taken(int lane) {
        last = lane;
    }

    void visit(StateVisitor state) {
        last = state.value(last);
    }
}
