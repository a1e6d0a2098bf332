package org.reweave.emulator.device.fabricswitch;

import org.reweave.routing.table.Routes;

/**
 * The lanes that a packet may have on each link of a switch under {@link LaneChoice#CLASS}, of which it has one under
 * {@link LaneChoice#DESTINATION}. SLtoVL names C classes, the number of VLs that the routing needs; on a link between
 * switches class c has the lanes from {@code c * lanes / C} up to, and without, {@code (c + 1) * lanes / C}. On a link
 * to a NIC a packet may have any lane: a NIC takes in whatever comes, so that no packet there waits for another link.
 *
 * <p>Dependencies between lanes are those between their classes: without a cycle among classes there is none among
 * lanes. Source: Dally and Towles, Principles and Practices of Interconnection Networks, §14.2 (resource classes); the
 * division is that of BookSim2's {@code dim_order_torus}, for numbers of lanes that C divides.
 */
final class LaneClasses {
    private final int lanes;
    private final int classes;
    private final boolean byDestination;
    private final boolean[] trunk;
    private final Routes ways; // null = every way has the lane that it names

    /** @param trunk by port: whether its link is one between switches */
    LaneClasses(LaneChoice choice, int lanes, int classes, boolean[] trunk) {
        this.lanes = lanes;
        this.classes = classes;
        this.trunk = trunk;
        this.byDestination = choice == LaneChoice.DESTINATION;
        this.ways = choice == LaneChoice.TABLE ? null : new Routes();
    }

    /**
     * The ways by lane of ways by class, in the same order; within a class from the lowest lane.
     *
     * @param destination LID
     * @return valid until the next call
     */
    Routes byLane(Routes named, int destination) {
        if (ways == null) {
            return named;
        }
        ways.clear();
        ways.note(named.note());
        for (int way = 0; way < named.count(); way++) {
            int port = named.port(way);
            boolean any = !trunk[port - 1];
            int first = any ? 0 : first(named.lane(way));
            int end = any ? lanes : first(named.lane(way) + 1);
            if (byDestination) {
                ways.add(port, first + destination % (end - first), named.trail(way));
                continue;
            }
            for (int lane = first; lane < end; lane++) {
                ways.add(port, lane, named.trail(way));
            }
        }
        return ways;
    }

    private int first(int laneClass) {
        return laneClass * lanes / classes;
    }
}
