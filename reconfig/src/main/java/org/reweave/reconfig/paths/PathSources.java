package org.reweave.reconfig.paths;

import java.util.List;
import org.reweave.reconfig.spi.PathSource;
import org.reweave.routing.table.PathTables;

/**
 * The manager's sources of paths, beside its engine.
 *
 * @param order in which the scheme tries them
 * @param disjoint path tables of the start; null unless the scheme uses them
 * @param joined RFTR's paths; null unless the scheme uses them
 */
public record PathSources(List<PathSource> order, PathTables disjoint, JoinedLayer joined) {
    public PathSources {
        order = List.copyOf(order);
    }

    /**
     * Whether the manager notifies NICs of a trap before any discovery or computation, since NICs hold alternative
     * paths.
     */
    public boolean migrates() {
        return order.contains(PathSource.DISJOINT);
    }
}
