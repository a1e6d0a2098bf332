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
 * packet's escape and is offered last. The port is always that of Hybrid-DOR: a packet that entered the network of a
 * higher dimension first would have to leave that network on the escape VL and go on to a lower dimension, and such
 * hops close cycles. Source: KNS §4, Fig. 2.
 */
public final class KnsForwarder implements Forwarder {
    private final KnsGrid grid;
    private final int escapes;
    private final int adaptive;

    /**
     * @param escapes VLs for sub-paths, from 0
     * @param adaptive VLs behind them that any sub-path may use
     */
    public KnsForwarder(KnsGrid grid, int escapes, int adaptive) {
        this.grid = grid;
        this.escapes = escapes;
        this.adaptive = adaptive;
    }

    @Override
    public void route(Heading packet, SwitchView here, Routes routes) {
        long trail = packet.trail;
        if (KnsHeader.count(trail) > 0 && KnsHeader.next(trail) == grid.router(here.device())) {
            trail = KnsHeader.popped(trail);
        }
        int out = here.outPort(target(trail, packet.destination));
        if (out != 0 && out != RoutingTables.UNREACHABLE) {
            for (int i = 0; i < adaptive && here.leadsToSwitch(out); i++) {
                routes.add(out, escapes + i, trail);
            }
            routes.add(out, KnsHeader.subPath(trail), trail);
        }
    }

    private int target(long trail, int destination) {
        return KnsHeader.count(trail) == 0 ? destination : grid.fabric().switchLid(grid.device(KnsHeader.next(trail)));
    }

    /** Whether another forwarder chooses the same ways for every packet. */
    @Override
    public boolean equals(Object other) {
        return other instanceof KnsForwarder that && grid.fabric() == that.grid.fabric();
    }

    @Override
    public int hashCode() {
        return System.identityHashCode(grid.fabric());
    }
}
