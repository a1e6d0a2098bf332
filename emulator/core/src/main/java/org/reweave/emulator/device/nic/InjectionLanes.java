package org.reweave.emulator.device.nic;

import org.reweave.emulator.device.fabricswitch.LaneChoice;
import org.reweave.emulator.link.Transmitter;
import org.reweave.reconfig.state.StateVisitor;

/**
 * The lane on which a NIC puts a packet: the one that its path names, under {@link LaneChoice#CLASS} the next one with
 * room after the lane of the packet before, or under {@link LaneChoice#DESTINATION} that of its LID modulo the number
 * of lanes. Source of the second: BookSim2, {@code TrafficManager::_Step}.
 */
final class InjectionLanes {
    static final int NONE = -1;

    private final int port;
    private final int lanes;
    private final LaneChoice choice;
    private int last = NONE;

    InjectionLanes(int port, int lanes, LaneChoice choice) {
        this.port = port;
        this.lanes = lanes;
        this.choice = choice;
    }

    /**
     * The lane for a packet that needs so many credits to begin.
     *
     * @param named by its path
     * @param address its destination LID
     * @return {@link #NONE} = none has them
     */
    int choose(int named, int address, int units, Transmitter links, long cycle) {
        if (choice != LaneChoice.CLASS) {
            int only = choice == LaneChoice.TABLE ? named : address % lanes;
            return hasRoom(only, units, links, cycle) ? only : NONE;
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
        return links.hasCredits(port * lanes + lane, units, cycle);
    }

    /** A packet has gone on a lane. */
    void taken(int lane) {
        last = lane;
    }

    void visit(StateVisitor state) {
        last = state.value(last);
    }
}
