package org.reweave.reconfig.spi;

import org.reweave.routing.table.Heading;
import org.reweave.routing.table.Routes;
import org.reweave.routing.table.SwitchView;

/** A switch as the scheme's agent in it sees it, and what the agent may have it do. */
public interface SwitchSite extends SwitchView {
    /** Sets a timer; one that runs already is set anew. */
    void setTimer(SwitchTimer timer);

    /** Fills in the ways that the switch's own forwarder finds with the tables in force. */
    void route(Heading packet, Routes routes);
}
