package org.reweave.routing.engine.spi;

import org.reweave.routing.table.RoutingTables;
import org.reweave.routing.topology.Fabric;
import org.reweave.routing.topology.Faults;

/** One way of computing tables for a fabric. Engines hold no state; the same arguments give the same tables. */
public interface RoutingEngine {
    EngineDescription description();

    default String name() {
        return description().name();
    }

    /**
     * Computes tables for the working part of a fabric. A destination that no working path leads to is left
     * unreachable. A fabric with a destination that a path leads to, but that the engine's rules cannot route, is
     * refused.
     *
     * @throws UnroutableException with the reason, when the fabric is not what the engine can route
     * @throws IllegalArgumentException for an option that the engine has not, or a value that the option may not have
     */
    RoutingTables route(Fabric fabric, Faults faults, EngineOptions options);
}
