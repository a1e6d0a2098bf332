package org.reweave.reconfig.ddrc;

import org.reweave.routing.engine.spi.UnroutableException;
import org.reweave.routing.rerouting.TreeAddresses;
import org.reweave.routing.rerouting.TreeGeometry;
import org.reweave.routing.topology.Fabric;
import org.reweave.routing.topology.Faults;

/**
 * Source routes in a fat tree with one cable between two switches: their form in a packet's header, and the route that
 * a NIC chooses, given the faults known to the NIC. A route names the ports to leave by, first those upwards and then
 * those downwards, so no switch needs a table, and none can turn a packet down and then up again: routes of any time
 * and any knowledge together cannot deadlock on one VL.
 *
 * <p>Bits of a route: 0..3 how many up ports are ahead; then the ports ahead, the next one first, each from 0 among the
 * neighbours above or below; then a 1. {@link #NONE} is no route. Every tree that LIDs can number fits.
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

    /** Most ports of a switch: their mask and one more bit have to fit a word. */
    static final int MAX_PORTS = 62;

    private static final int COUNT_BITS = 4;
    private static final long COUNT = (1L << COUNT_BITS) - 1;

    private final TreeAddresses addresses;
    private final TreeGeometry tree;
    private final int portBits;
    private final long[] atStart; // [switch] mask of the ports that are down

    /**
     * @param absent the elements that do not work when the run starts, known to all devices
     * @throws UnroutableException when the fabric is no whole tree, has parallel cables, or a switch has more than
     *     {@link #MAX_PORTS} ports
     */
    SourceRoutes(Fabric fabric, Faults absent, String user) {
        this.addresses = new TreeAddresses(fabric, user);
        this.tree = addresses.tree();
        int most = 1;
        for (int s = 0; s < fabric.switchCount(); s++) {
            requireOneCable(fabric, s, user);
            most = Math.max(most, Math.max(tree.downs(s), tree.ups(s)));
        }
        this.portBits = Math.max(1, Integer.SIZE - Integer.numberOfLeadingZeros(most - 1));
        this.atStart = new long[fabric.switchCount()];
        for (int s = 0; s < atStart.length; s++) {
            for (int port = 1; port <= fabric.portCount(s); port++) {
                atStart[s] |= absent.portUp(fabric, s, port) ? 0 : 1L << port - 1;
            }
        }
    }

    private void requireOneCable(Fabric fabric, int s, String user) {
        boolean parallel = false;
        for (int neighbour = 0; neighbour < tree.neighbours(s); neighbour++) {
            parallel |= tree.cables(s, neighbour) > 1;
        }
        if (parallel || fabric.portCount(s) > MAX_PORTS) {
            throw new UnroutableException(user + " with source routing: " + fabric.deviceName(s) + " of "
                    + fabric.name() + " has "
                    + (parallel
                            ? "parallel cables, which a route cannot name"
                            : fabric.portCount(s) + " ports > " + MAX_PORTS)
                    + "; use another tree, or ddrc = manager");
        }
    }

    // ---- routes on their way ----

    /** The port to leave a switch by, from 1. */
    int port(int switchDevice, long route) {
        int side = (int) (route >>> COUNT_BITS & (1L << portBits) - 1);
        return tree.port(switchDevice, (route & COUNT) > 0 ? tree.downs(switchDevice) + side : side, 0);
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
        boolean reached = (down[below] >>> tree.port(below, tree.way(below, nic), 0) - 1 & 1) == 0;
        int first = tree.fabric().attachedSwitch(source);
        return reached ? climb(first, below, nic, first + below, down) : NONE;
    }

    /**
     * Climbs the source's way up and, from below, the destination's way down, tier by tier until both meet. Both ways
     * use the same numbers of neighbours.
     *
     * @param spread where the order of alternatives begins
     */
    private long climb(int here, int there, int nic, int spread, long[] down) {
        if (here == there) {
            return descent(tree.tier(here), nic);
        }
        int k = tree.ups(here);
        int wanted = -1 - tree.way(here, nic);
        for (int i = 0; i < k; i++) {
            int side = i == 0 ? wanted : (wanted + 1 + (spread + i) % (k - 1)) % k;
            int fromHere = tree.downs(here) + side;
            int fromThere = tree.downs(there) + side;
            if (works(here, fromHere, down) && works(there, fromThere, down)) {
                long above = climb(tree.peer(here, fromHere), tree.peer(there, fromThere), nic, spread, down);
                if (above != NONE) {
                    return up(side, above);
                }
            }
        }
        return NONE;
    }

    private boolean works(int device, int neighbour, long[] down) {
        int port = tree.port(device, neighbour, 0);
        int peer = tree.peer(device, neighbour);
        int peerPort = tree.port(peer, tree.arrival(device, neighbour), 0);
        return ((down[device] >>> port - 1 | down[peer] >>> peerPort - 1) & 1) == 0;
    }

    private long descent(int tier, int nic) {
        int below = tree.nicSwitch(nic);
        long route = down(tree.way(below, nic), 1L << COUNT_BITS);
        for (int t = tree.tiers() - 2; t >= tier; t--) {
            route = down(tree.place(nic, t), route);
        }
        return route;
    }
}
