package org.reweave.reconfig.localreroute;

import org.reweave.reconfig.spi.SwitchAgent;
import org.reweave.reconfig.spi.SwitchSite;
import org.reweave.reconfig.spi.SwitchTimer;
import org.reweave.reconfig.spi.Verdict;
import org.reweave.reconfig.state.StateVisitor;
import org.reweave.routing.table.Heading;
import org.reweave.routing.table.Routes;

/**
 * Local rerouting in a switch that tells the source of a packet when no way is left for it: a message that names the
 * destination, about the packet that it discarded last, one at most in each {@link SwitchTimer#ANNOUNCING}. Source:
 * fat-tree paper §VI.A, §VI.B and §VII, "may inform the source node of the failure".
 */
final class NoticeSwitchAgent implements SwitchAgent {
    /** {@link Verdict}'s case of a packet whose source has been told that no way is left. */
    static final int SOURCE_TOLD = 3;

    /** Trail of a packet whose source has been told; no header extension has this bit. */
    static final long TOLD = 1L << 62;

    private final SwitchSite site;
    private final SwitchAgent rerouting;
    private int source; // of the packet discarded last; 0 = its source has been told
    private int destination;

    NoticeSwitchAgent(SwitchSite site, SwitchAgent rerouting) {
        this.site = site;
        this.rerouting = rerouting;
    }

    @Override
    public void route(Heading packet, Routes routes) {
        if (packet.trail == TOLD) {
            routes.discard(SOURCE_TOLD);
            return;
        }
        rerouting.route(packet, routes);
        if (routes.ruleCase() >= 0) {
            if (source == 0) {
                site.setTimer(SwitchTimer.ANNOUNCING);
            }
            source = packet.source;
            destination = packet.destination;
        }
    }

    @Override
    public void timerFired(SwitchTimer timer) {
        if (timer == SwitchTimer.ANNOUNCING) {
            site.tell(source, destination);
            source = 0;
        } else {
            rerouting.timerFired(timer);
        }
    }

    @Override
    public boolean linkChanged(int port, boolean works) {
        return rerouting.linkChanged(port, works);
    }

    @Override
    public void installed(long argument) {
        rerouting.installed(argument);
    }

    @Override
    public void visit(StateVisitor state) {
        rerouting.visit(state);
        source = state.value(source);
        destination = state.value(destination);
    }
}
