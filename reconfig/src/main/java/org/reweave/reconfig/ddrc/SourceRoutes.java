package org.reweave.reconfig.ddrc;

import org.reweave.routing.engine.spi.UnroutableException;
import org.reweave.routing.rerouting.TreeAddresses;
import org.reweave.routing.rerouting.TreeGeometry;
import org.reweave.routing.topology.Fabric;
import org.reweave.routing.topology.Faults;

/**
 * Source routes in a k-ary n-tree: their form in a packet's header, and the route that a NIC chooses, given the faults
 * known to the NIC. A route names the ports to leave by, first those upwards and then those downwards, so no switch
 * needs a table, and none can turn a packet down and then up again: routes of any time and any knowledge together
 * cannot deadlock on one VL.
 *
 * <p>Bits of a route: 0..3 how many up ports are ahead; then the ports ahead, the next one first, each from 0 among the
 * up or down ports; then a 1. {@link #NONE} is no route. Every tree that LIDs can number fits.
 *
 * <p>A route is the way of d-mod-k where no link on it is known to be down. Otherwise other up ports are tried, the
 * topmost first, in an order that depends on the bottom switches of both ends, so that the traffic of a failed link is
 * spread over the other links. All routes are minimal. A route that turns above the lowest common ancestors comes down
 * through one of these ancestors again, so where no minimal route works, no route that goes up and then down works
 * either. Immutable. Source: fat-tree paper §VIII, source routing; Def. 1. The order is ours.
 */
final class SourceRoutes {
    /** There is no way. */
    static final long NONE = 0;

    /** Largest arity: the mask of a switch's ports and one more bit have to fit a word. */
    static final int MAX_ARITY = 31;

    private static final int COUNT_BITS = 4;
    private static final long COUNT = (1L << COUNT_BITS) - 1;

    private final TreeAddresses addresses;
    private final TreeGeometry tree;
    private final int portBits;
    private final long[] atStart; // [switch] mask of the ports that are down

    /**
     * @param absent the elements that do not work when the run starts, known to all devices
     * @throws UnroutableException when the fabric is no k-ary n-tree, or k is above {@link #MAX_ARITY}
     */
    SourceRoutes(Fabric fabric, Faults absent, String user) {
        this.addresses = new TreeAddresses(fabric, user);
        this.tree = addresses.tree();
        if (tree.k() > MAX_ARITY) {
            throw new UnroutableException(user + " with source routing: " + fabric.name() + " has k = " + tree.k()
                    + " > " + MAX_ARITY + "; use a tree of smaller switches");
        }
        this.portBits = Math.max(1, Integer.SIZE - Integer.numberOfLeadingZeros(tree.k() - 1));
        this.atStart = new long[fabric.switchCount()];
        for (int s = 0; s < atStart.length; s++) {
            for (int port = 1; port <= fabric.portCount(s); port++) {
                atStart[s] |= absent.portUp(fabric, s, port) ? 0 : 1L << port - 1;
            }
        }
    }

    // ---- routes on their way ----

    /** The port to leave by, from 1. */
    int port(long route) {
        int port = (int) (route >>> COUNT_BITS & (1L << portBits) - 1);
        return 1 + ((route & COUNT) > 0 ? tree.k() + port : port);
    }

    /** The route at the next switch. */
    long next(long route) {
        long ups = Math.max(0, (route & COUNT) - 1);
        return route >>> COUNT_BITS + portBits << COUNT_BITS | ups;
    }

    private long down(int port, long route) {
        return (route >>> COUNT_BITS << portBits | port) << COUNT_BITS;
    }

    private long up(int port, long route) {
        return (route >>> COUNT_BITS << portBits | port) << COUNT_BITS | (route & COUNT) + 1;
    }

    // ---- choice ----

    /**
     * Masks of the ports that are down when the run starts, by switch; port p is bit p - 1, and one that nothing is
     * plugged into is down.
     */
    long[] atStart() {
        return atStart.clone();
    }

    /**
     * The route from a NIC to a LID, over links of which neither end is known to be down.
     *
     * @param source device number of the NIC
     * @param down as {@link #atStart}
     * @return {@link #NONE} when there is none, or no NIC with that LID
     */
    long route(int source, int destination, long[] down) {
        int nic = addresses.nicAt(destination);
        if (nic < 0) {
            return NONE;
        }
        int below = tree.nicSwitch(nic);
        boolean reached = (down[below] >>> tree.way(below, nic) & 1) == 0;
        int first = tree.fabric().attachedSwitch(source);
        return reached ? climb(first, below, nic, first + below, down) : NONE;
    }

    /**
     * Climbs the source's way up and, from below, the destination's way down, tier by tier until both meet. Both ways
     * use the same port numbers.
     *
     * @param spread where the order of alternatives begins
     */
    private long climb(int here, int there, int nic, int spread, long[] down) {
        if (here == there) {
            return descent(tree.tier(here), nic);
        }
        int k = tree.k();
        int wanted = -1 - tree.way(here, nic);
        for (int i = 0; i < k; i++) {
            int port = i == 0 ? wanted : (wanted + 1 + (spread + i) % (k - 1)) % k;
            if (works(here, k + port, down) && works(there, k + port, down)) {
                long above = climb(tree.peer(here, k + port), tree.peer(there, k + port), nic, spread, down);
                if (above != NONE) {
                    return up(port, above);
                }
            }
        }
        return NONE;
    }

    private boolean works(int device, int port, long[] down) {
        int peer = tree.peer(device, port);
        return ((down[device] >>> port | down[peer] >>> tree.peerPort(device, port)) & 1) == 0;
    }

    private long descent(int tier, int nic) {
        int below = tree.nicSwitch(nic);
        long route = down(tree.way(below, nic), 1L << COUNT_BITS);
        for (int t = tree.tiers() - 2; t >= tier; t--) {
            route = down(tree.digit(below, t), route);
        }
        return route;
    }
}
