package org.reweave.routing.table;

/**
 * How switches choose a packet's way. Blind to buffers and credits, stateless, and the same for every switch of a
 * fabric; what has to be remembered travels in the packet's {@link Heading#trail}.
 */
public interface Forwarder {
    /** By LFT and SLtoVL, the one way that an InfiniBand switch knows; the trail stays as it is. */
    Forwarder TABLES = (packet, here, routes) -> {
        int out = here.outPort(packet.destination);
        if (out != 0 && out != RoutingTables.UNREACHABLE) {
            routes.add(out, here.lane(packet.inPort, out, packet.level), packet.trail);
        }
    };

    /** @param routes empty; to be filled in */
    void route(Heading packet, SwitchView here, Routes routes);

    /**
     * Whether packets in input queues are routed once more when a link of the switch fails or comes back, as local
     * rerouting does. Else those that wait for a failed output are dropped, as InfiniBand switches do, unless the
     * scheme has them routed again. Source: reconfig/docs/local-rerouting.md.
     */
    default boolean reroutes() {
        return false;
    }
}
