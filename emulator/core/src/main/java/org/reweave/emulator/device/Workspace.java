package org.reweave.emulator.device;

import org.reweave.emulator.link.PacketHeader;
import org.reweave.routing.table.Heading;
import org.reweave.routing.table.Routes;

/**
 * Objects that a device needs while it treats an event and not between events: the headers of the packet that arrives
 * and of the packet that leaves, and the routing's question and answer. One thread at a time advances the devices of an
 * island, so these devices share one workspace, which then stays in the processor's cache.
 */
public final class Workspace {
    public final PacketHeader arriving = new PacketHeader();
    public final PacketHeader sending = new PacketHeader();
    public final Heading heading = new Heading();
    public final Routes routes = new Routes();
}
