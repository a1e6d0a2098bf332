package org.reweave.emulator.device.manager;

import org.reweave.routing.engine.spi.EngineOptions;
import org.reweave.routing.engine.spi.RoutingEngine;
import org.reweave.routing.topology.Faults;

/**
 * A change of the routing that is planned, whatever fails meanwhile; its engine also computes the tables after later
 * faults.
 *
 * @param at cycle at which the manager begins, or at which the change joins the queue behind a running one
 * @param drained what the new tables lead around although it works
 */
public record PlannedChange(long at, RoutingEngine engine, EngineOptions options, Faults drained) {}
