package org.reweave.routing.kns;

import org.reweave.routing.table.Forwarder;
import org.reweave.routing.table.Heading;
import org.reweave.routing.table.Routes;
import org.reweave.routing.table.RoutingTables;
import org.reweave.routing.table.SwitchView;

/**
 * A KNS network's switches under intermediate nodes: a router that finds its own address in front of a packet's list
 * pops it; then the table in force says where the next intermediate is, or the destination when the list is empty. The
 * VL is the number of the sub-path.
 *
 * <p>With adaptive VLs a packet may also go on by any adaptive VL, in any sub-path; the VL of the sub-path is the
 * packet's escape and is offered last. The port is that of Hybrid-DOR, but for packets whose source allows them any
 * order of dimensions ({@link WholeCubes}). Such a packet may cross a higher dimension first. It can leave that
 * dimension's network on the escape VL only, and the lower dimension that comes next would close a cycle with the
 * escapes of other packets; so there it begins a sub-path, with an escape VL of its own, as at an intermediate node.
 * Within a sub-path dimensions rise and sub-paths are numbered upwards, so the escapes have an order that no choice
 * breaks. A packet crosses a dimension out of turn only while sub-paths are left over for the rest of its way.
 *
 * <p>Source: KNS §4, Fig. 2, and its paragraph on adaptive routing.
 */
public final class KnsForwarder implements Forwarder {
    private static final int NO_DIMENSION = -1;

    private final KnsGrid grid;
    private final int[] routerOf; // [lid]
    private final int escapes;
    private final int adaptive;

    /**
     * @param routerOf by LID of a NIC or router: the router, or the one that the NIC is at
     * @param escapes VLs for sub-paths, from 0
     * @param adaptive VLs behind them that any sub-path may use
     */
    public KnsForwarder(KnsGrid grid, int[] routerOf, int escapes, int adaptive) {
        this.grid = grid;
        this.routerOf = routerOf.clone();
        this.escapes = escapes;
        this.adaptive = adaptive;
    }

    @Override
    public void route(Heading packet, SwitchView here, Routes routes) {
        int router = grid.router(here.device());
        long trail = packet.trail;
        boolean begins = KnsHeader.count(trail) > 0 && KnsHeader.next(trail) == router;
        if (begins) {
            trail = KnsHeader.popped(trail);
        }
        int out = here.outPort(target(trail, packet.destination));
        if (out == 0 || out == RoutingTables.UNREACHABLE) {
            return;
        }
        if (router >= 0 && KnsHeader.isInAnyOrder(trail) && here.leadsToSwitch(out)) {
            int last = begins ? NO_DIMENSION : dimension(router, packet.inPort);
            inAnyOrder(router, last, targetRouter(trail, packet.destination), trail, here, routes);
        } else {
            onAdaptiveLanes(out, trail, here, routes);
            routes.add(out, KnsHeader.subPath(trail), trail);
        }
    }

    private void onAdaptiveLanes(int out, long trail, SwitchView here, Routes routes) {
        for (int i = 0; i < adaptive && here.leadsToSwitch(out); i++) {
            routes.add(out, escapes + i, trail);
        }
    }

    /**
     * Offers every dimension that is still to be crossed, the lowest first and once more as the escape.
     *
     * @param last the dimension that the packet came by in this sub-path
     */
    private void inAnyOrder(int router, int last, int target, long trail, SwitchView here, Routes routes) {
        int left = escapes - 1 - KnsHeader.subPath(trail) - KnsHeader.count(trail);
        int lowest = NO_DIMENSION;
        for (int dimension = 0; dimension < grid.n(); dimension++) {
            if (grid.coordinate(router, dimension) == grid.coordinate(target, dimension)) {
                continue;
            }
            boolean isFirst = lowest == NO_DIMENSION;
            lowest = isFirst ? dimension : lowest;
            int begun = (dimension < last ? 1 : 0) + (isFirst ? 0 : 1); // here, and where it turns to the lowest
            int port = grid.port(router, dimension);
            if (begun <= left && (isFirst || here.isUp(port))) {
                onAdaptiveLanes(port, onward(trail, last, dimension), here, routes);
            }
        }
        long escape = onward(trail, last, lowest);
        routes.add(grid.port(router, lowest), KnsHeader.subPath(escape), escape);
    }

    /** The header in the network of a dimension. */
    private static long onward(long trail, int last, int dimension) {
        return dimension < last ? KnsHeader.onNextSubPath(trail) : trail;
    }

    /** The dimension whose network is behind a router's port, or {@link #NO_DIMENSION}. */
    private int dimension(int router, int port) {
        for (int dimension = 0; dimension < grid.n(); dimension++) {
            if (grid.port(router, dimension) == port) {
                return dimension;
            }
        }
        return NO_DIMENSION;
    }

    private int target(long trail, int destination) {
        return KnsHeader.count(trail) == 0 ? destination : grid.fabric().switchLid(grid.device(KnsHeader.next(trail)));
    }

    private int targetRouter(long trail, int destination) {
        return KnsHeader.count(trail) == 0 ? routerOf[destination] : KnsHeader.next(trail);
    }

    /** Whether another forwarder chooses the same ways for every packet. */
    @Override
    public boolean equals(Object other) {
        return other instanceof KnsForwarder that
                && grid.fabric() == that.grid.fabric()
                && escapes == that.escapes
                && adaptive == that.adaptive;
    }

    @Override
    public int hashCode() {
        return System.identityHashCode(grid.fabric());
    }
}
