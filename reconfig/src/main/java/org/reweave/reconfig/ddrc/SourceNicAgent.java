package org.reweave.reconfig.ddrc;

import org.reweave.reconfig.spi.NicAgent;
import org.reweave.reconfig.spi.NicSite;
import org.reweave.reconfig.state.StateVisitor;

/**
 * A NIC that writes the routes of its packets and avoids the routes that broadcasts have reported broken. The NIC
 * stores for each switch the ports that were down in the switch's last broadcast.
 */
final class SourceNicAgent implements NicAgent {
    private final NicSite site;
    private final SourceRoutes routes;
    private final long[] down; // [switch] mask of the ports that are down

    SourceNicAgent(NicSite site, SourceRoutes routes) {
        this.site = site;
        this.routes = routes;
        this.down = routes.atStart();
    }

    @Override
    public long injected() {
        return 0;
    }

    @Override
    public long trail(int destination, long trail) {
        return routes.route(site.device(), destination, down);
    }

    @Override
    public void receiveBroadcast(int from, long control) {
        down[from] = SourceSwitchAgent.down(control);
    }

    /** @throws IllegalStateException always: nobody updates NICs here */
    @Override
    public void installed(long argument) {
        throw new IllegalStateException("update " + argument + " at a NIC that routes by itself");
    }

    @Override
    public void visit(StateVisitor state) {
        state.values(down);
    }
}
