package org.reweave.reconfig.explore;

import java.util.Map;
import java.util.TreeMap;
import org.reweave.reconfig.Schemes;
import org.reweave.reconfig.spi.NicAgent;
import org.reweave.reconfig.spi.NicSite;
import org.reweave.reconfig.spi.Scheme;
import org.reweave.routing.topology.Fabric;
import org.reweave.routing.topology.Faults;

/** The routes of NICs that have known from the start which links have failed, as the registered scheme writes them. */
final class KnownRoutes {
    private final Model model;
    private final Map<Long, long[][]> byLinksDown = new TreeMap<>(); // [source NIC][destination NIC]

    KnownRoutes(Model model) {
        this.model = model;
    }

    /**
     * Whether a NIC that was told of failures writes these routes.
     *
     * @param linksDown a bit per link
     */
    boolean areThoseOf(NicAgent agent, int nic, long linksDown) {
        long[] known = byLinksDown.computeIfAbsent(linksDown, this::routes)[nic];
        for (int to = 0; to < known.length; to++) {
            if (agent.trail(lid(to), 0) != known[to]) {
                return false;
            }
        }
        return true;
    }

    private long[][] routes(long linksDown) {
        Faults faults = Faults.none();
        for (long rest = linksDown; rest != 0; rest &= rest - 1) {
            faults = faults.withLink(Long.numberOfTrailingZeros(rest));
        }
        Fabric fabric = model.fabric();
        Scheme scheme = Schemes.get(model.scheme().name()).on(fabric, faults, model.options());
        long[][] routes = new long[fabric.nicCount()][fabric.nicCount()];
        for (int from = 0; from < routes.length; from++) {
            NicAgent agent = scheme.nicAgent(model.options(), new Alone(fabric.nicDevice(from)));
            for (int to = 0; to < routes.length; to++) {
                routes[from][to] = agent.trail(lid(to), 0);
            }
        }
        return routes;
    }

    private int lid(int nic) {
        return model.fabric().attachedLid(model.fabric().nicDevice(nic));
    }

    /** A NIC that serves only to compute routes. */
    private record Alone(int device) implements NicSite {
        @Override
        public int laneCount() {
            return 1;
        }

        @Override
        public boolean isUp() {
            return true;
        }

        @Override
        public void separate(int lane, long mark) {
            throw new IllegalStateException("a separator of a NIC that is only asked for routes");
        }

        @Override
        public void report(long message) {
            throw new IllegalStateException("a report of a NIC that is only asked for routes");
        }
    }
}
