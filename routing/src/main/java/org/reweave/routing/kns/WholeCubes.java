package org.reweave.routing.kns;

import org.reweave.routing.topology.Faults;

/**
 * Which packets may cross the dimensions of their sub-paths in any order under one set of faults: those that meet no
 * fault in any order. The minimal paths of a pair run between the routers that have in each dimension the coordinate of
 * one of the two, and all of these routers have to be able to use the dimensions in which the two differ. Immutable.
 *
 * <p>Source: KNS §4 leaves open which of a router's ports adaptive packets may take; the condition is ours.
 */
public final class WholeCubes {
    private final KnsGrid grid;
    private final int[] broken; // router * n + dimension

    public WholeCubes(KnsGrid grid, Faults faults) {
        this.grid = grid;
        BrokenLinks links = new BrokenLinks(grid);
        links.set(faults);
        this.broken = new int[links.count()];
        for (int i = 0; i < broken.length; i++) {
            broken[i] = links.place(i);
        }
    }

    /** The header of a source's packets to a destination, with the permission where no order meets a fault. */
    public long allowed(long header, int source, int destination) {
        int from = source;
        for (int i = 0; i <= KnsHeader.count(header); i++) {
            int to = i == KnsHeader.count(header) ? destination : KnsHeader.address(header, i);
            for (int place : broken) {
                if (isBetween(place / grid.n(), place % grid.n(), from, to)) {
                    return header;
                }
            }
            from = to;
        }
        return KnsHeader.inAnyOrder(header);
    }

    /** Whether a minimal path of a pair, in some order, crosses a dimension at a router. */
    private boolean isBetween(int router, int dimension, int from, int to) {
        boolean between = grid.coordinate(from, dimension) != grid.coordinate(to, dimension);
        for (int d = 0; d < grid.n() && between; d++) {
            int at = grid.coordinate(router, d);
            between = at == grid.coordinate(from, d) || at == grid.coordinate(to, d);
        }
        return between;
    }
}
