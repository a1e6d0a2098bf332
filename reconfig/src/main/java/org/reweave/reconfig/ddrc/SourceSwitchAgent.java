package org.reweave.reconfig.ddrc;

import org.reweave.reconfig.spi.SwitchAgent;
import org.reweave.reconfig.spi.SwitchSite;
import org.reweave.reconfig.spi.SwitchTimer;
import org.reweave.reconfig.spi.Verdict;
import org.reweave.reconfig.state.StateVisitor;
import org.reweave.routing.model.Deviation;
import org.reweave.routing.table.Heading;
import org.reweave.routing.table.Routes;

/**
 * A switch that forwards packets by the routes in their headers alone, and broadcasts which of its ports are down
 * whenever that changes.
 *
 * <p>A device that was cut off may have missed broadcasts. So a broadcast also tells whether a link of the sender has
 * come up since the sender's last broadcast. A switch that receives such a broadcast repeats its own last broadcast, if
 * there was one. Deviation: fat-tree paper §VIII has broadcasts of the failed element only, and nothing of recovery.
 *
 * <p>A broadcast is a mask of the ports that are down, port p being bit p - 1, and the bit {@link #RECOVERED}.
 */
@Deviation("fat-tree §VIII, source routing")
final class SourceSwitchAgent implements SwitchAgent {
    /** {@link Verdict}'s case of a packet whose source knows no way that works. */
    static final int NO_ROUTE = 1;

    /** Bit of a broadcast: a link of the sender has come up since the sender's last broadcast. */
    static final long RECOVERED = 1L << 62;

    private static final int PENDING = 1; // the timer runs
    private static final int NEWLY_UP = 2; // the next broadcast will carry RECOVERED
    private static final int HAS_BROADCAST = 4; // this switch has broadcast before

    private static final int VL = 0; // the only one of fat-tree routing

    private final SwitchSite site;
    private final SourceRoutes routes;
    private int state;

    SourceSwitchAgent(SwitchSite site, SourceRoutes routes) {
        this.site = site;
        this.routes = routes;
    }

    /** The mask in a broadcast. */
    static long down(long control) {
        return control & ~RECOVERED;
    }

    @Override
    public void route(Heading packet, Routes ways) {
        if (packet.trail == SourceRoutes.NONE) {
            ways.discard(NO_ROUTE);
        } else {
            ways.add(routes.port(site.device(), packet.trail), VL, routes.next(packet.trail));
        }
    }

    @Override
    public boolean linkChanged(int port, boolean up) {
        state |= up ? NEWLY_UP : 0;
        announceSoon();
        return false;
    }

    @Override
    public void receiveBroadcast(int from, long control) {
        if ((control & RECOVERED) != 0 && (state & HAS_BROADCAST) != 0) {
            announceSoon();
        }
    }

    private void announceSoon() {
        if ((state & PENDING) == 0) {
            state |= PENDING;
            site.setTimer(SwitchTimer.ANNOUNCING);
        }
    }

    @Override
    public void timerFired(SwitchTimer timer) {
        long control = (state & NEWLY_UP) != 0 ? RECOVERED : 0;
        for (int port = 1; port <= site.portCount(); port++) {
            control |= site.isUp(port) ? 0 : 1L << port - 1;
        }
        state = HAS_BROADCAST;
        site.broadcast(control);
    }

    /** @throws IllegalStateException always: switches have no tables to update here */
    @Override
    public void installed(long argument) {
        throw new IllegalStateException("update " + argument + " at a switch that forwards by source routes");
    }

    @Override
    public void visit(StateVisitor state) {
        this.state = state.value(this.state);
    }
}
