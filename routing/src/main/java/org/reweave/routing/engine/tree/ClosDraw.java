package org.reweave.routing.engine.tree;

import org.reweave.routing.model.Mix;
import org.reweave.routing.table.Forwarder;
import org.reweave.routing.table.Heading;
import org.reweave.routing.table.Routes;
import org.reweave.routing.table.SwitchView;

/**
 * Oblivious routing on fat trees: of the shortest ways up, and of parallel cables down, each switch takes one by
 * chance, whatever waits there. The draw depends on the packet and the switch alone, so that a packet that is routed
 * again at a switch keeps its way while the same links work. Source: {@code nca} on the {@code fattree} of BookSim2
 * ({@code routefunc.cpp}).
 */
final class ClosDraw implements Forwarder {
    private static final long PURPOSE = 0x776179; // "way"

    private final ClosChoices choices;

    ClosDraw(ClosChoices choices) {
        this.choices = choices;
    }

    /** Offers one of the ports of {@link ClosChoices} whose links work; all of them where no link works. */
    @Override
    public void route(Heading packet, SwitchView here, Routes routes) {
        choices.route(packet, here, routes);
        int working = 0;
        for (int way = 0; way < routes.count(); way++) {
            working += here.isUp(routes.port(way)) ? 1 : 0;
        }
        if (working == 0) {
            return;
        }
        int drawn = Mix.below(Mix.mix(packet.packet, here.device(), PURPOSE, 0), working);
        int way = 0;
        while (!here.isUp(routes.port(way)) || drawn-- > 0) {
            way++;
        }
        int port = routes.port(way);
        routes.clear();
        routes.add(port, 0, packet.trail);
    }
}
