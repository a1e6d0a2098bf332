package org.reweave.routing.engine.spi;

import java.util.Set;
import org.reweave.routing.table.RoutingTables;
import org.reweave.routing.topology.Fabric;
import org.reweave.routing.topology.Faults;

/** One way of computing tables for a fabric. Engines hold no state; the same arguments give the same tables. */
public interface RoutingEngine {
    /** The name users write ({@code updown}). */
    String name();

    /** One sentence for {@code --help} and error texts. */
    String summary();

    /** Names of the options that {@link #route} understands. */
    Set<String> optionNames();

    /**
     * Whether its tables are free of cyclic channel dependencies on every fabric it accepts, but for those within
     * {@link RoutingTables#rings}.
     */
    boolean deadlockFree();

    /** Whether every path it gives is a shortest one. */
    boolean minimal();

    /**
     * Computes tables for the working part of a fabric. A destination that no working path leads to is left
     * unreachable. A fabric with a destination that a path leads to, but that the engine's rules cannot route, is
     * refused.
     *
     * @throws UnroutableException with the reason, when the fabric is not what the engine can route
     */
    RoutingTables route(Fabric fabric, Faults faults, EngineOptions options);
}
