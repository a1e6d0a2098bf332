package org.reweave.emulator.scenario;

import java.util.Optional;

/**
 * A change of the routing at a planned time, independent of faults.
 *
 * @param at cycle at which the manager begins, or queues it behind a running reconfiguration
 * @param routing of the new tables, and of those after later faults
 * @param drain name of a link or switch that new tables lead around from then on, although it works
 * @param recover name of a link or switch that was drained, and is used again
 */
public record PlannedRouting(long at, RoutingChoice routing, Optional<String> drain, Optional<String> recover) {
    /** The same change at another time. */
    public PlannedRouting at(long other) {
        return new PlannedRouting(other, routing, drain, recover);
    }
}
