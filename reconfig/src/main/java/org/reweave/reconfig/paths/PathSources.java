package org.reweave.reconfig.paths;

import java.util.List;
import org.reweave.reconfig.spi.PathSource;
import org.reweave.routing.table.PathTables;

/**
 * What a manager takes paths from, beside its engine.
 *
 * @param order in which the scheme tries them
 * @param disjoint path tables of the start; null unless the scheme uses them
 * @param joined RFTR's paths; null unless the scheme uses them
 */
public record PathSources(List<PathSource> order, PathTables disjoint, JoinedLayer joined) {
    public PathSources {
        order = List.copyOf(order);
    }

    /** Whether traps are acted on before anything is discovered or computed: NICs have other paths at hand. */
    public boolean migrates() {
        return order.contains(PathSource.DISJOINT);
    }
}
