package org.reweave.emulator.device;

import org.reweave.routing.engine.EngineOptions;
import org.reweave.routing.engine.RoutingEngine;

/**
 * A change of the routing that is planned, whatever fails meanwhile; its engine also computes the tables after later
 * faults.
 *
 * @param at cycle at which the manager begins, or at which the change joins the queue behind a running one
 */
public record PlannedChange(long at, RoutingEngine engine, EngineOptions options) {}
