package org.reweave.emulator.drivers;

import org.reweave.routing.model.LinkRate;
import org.reweave.routing.topology.Fabric;

/** A fabric plugged together again with cables of mixed rates and lengths. */
final class RandomCables {
    private static final long PS_PER_CYCLE = 4_000;

    private RandomCables() {}

    static Fabric in(Fabric fabric, Draws draws) {
        CopiedFabric copy = new CopiedFabric(fabric);
        for (int link = 0; link < fabric.linkCount(); link++) {
            LinkRate rate = LinkRate.parse(draws.of("1xSDR", "1xDDR", "4xSDR", "2xSDR"));
            long length = draws.oneIn(2) ? -1 : PS_PER_CYCLE * draws.between(1, 40);
            copy.connect(link, rate, length);
        }
        return copy.build();
    }
}
