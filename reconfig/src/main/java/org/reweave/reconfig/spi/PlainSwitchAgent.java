package org.reweave.reconfig.spi;

import org.reweave.reconfig.state.StateVisitor;
import org.reweave.routing.table.Heading;
import org.reweave.routing.table.Routes;

/** A switch that only forwards: what has room goes, what has none waits, and tables are used as they arrive. */
public final class PlainSwitchAgent implements SwitchAgent {
    private final SwitchSite site;

    public PlainSwitchAgent(SwitchSite site) {
        this.site = site;
    }

    @Override
    public void route(Heading packet, Routes routes) {
        site.route(packet, routes);
    }

    @Override
    public void installed(long argument) {
        // nothing to remember: the new table is all there is
    }

    @Override
    public void visit(StateVisitor state) {
        // stateless
    }
}
