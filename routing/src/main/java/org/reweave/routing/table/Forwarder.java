package org.reweave.routing.table;

/**
 * Chooses the ways of packets at switches. A forwarder sees no buffers and no credits, has no state, and is the same
 * for every switch of a fabric; the memory of a packet travels in the packet's {@link Heading#trail}.
 */
public interface Forwarder {
    /** Forwards by LFT and SLtoVL table, as every InfiniBand switch does; the trail stays unchanged. */
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
     * rerouting does. If not, packets that wait for a failed output are dropped, as in InfiniBand switches, unless the
     * scheme has them routed again. Source: reconfig/docs/local-rerouting.md.
     */
    default boolean reroutes() {
        return false;
    }
}
