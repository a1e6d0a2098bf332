package org.reweave.emulator.scenario;

/**
 * A change of the routing at a planned time, independent of faults.
 *
 * @param at cycle at which the manager begins, or queues it behind a running reconfiguration
 * @param routing of the new tables, and of those after later faults
 */
public record PlannedRouting(long at, RoutingChoice routing) {}
