package org.reweave.emulator.sweep;

import org.reweave.routing.topology.Bisection;
import org.reweave.routing.topology.Fabric;

/**
 * Predictions of queueing theory and geometry for simple networks, in cycles and flits; the emulator is compared with
 * these predictions (emulator/docs/accuracy.md).
 */
public final class Theory {
    private Theory() {}

    /**
     * Cycles from generation to the last flit's arrival in an empty network of input-queued routers with a flit per
     * cycle on every link: one to leave the NIC, one on each host link, the pipeline of every router, the wires between
     * them, and the rest of the packet.
     *
     * @param router cycles from a head's arrival to its leaving
     * @param wire cycles between two routers
     */
    public static long zeroLoad(int hops, int router, int wire, int flits) {
        return 3 + (long) hops * router + (long) wire * (hops - 1) + (flits - 1);
    }

    /**
     * Mean wait, in cycles, for one server of constant service time behind Bernoulli sources: in each cycle each of
     * them brings a packet with the same probability p.
     *
     * <p>In a cycle A packets arrive, binomial over N sources, with mean l = Np; they bring X = LA cycles of work, and
     * r = Ll &lt; 1. The work V found by a cycle's arrivals follows V' = max(0, V + X - 1). Squaring both sides gives,
     * in equilibrium, E[V] = E[X(X - 1)] / (2(1 - r)). Of the packets of one cycle, each also waits for those before
     * it, E[A(A - 1)] / (2l) packets in the mean. With E[A(A - 1)] = l^2 (1 - 1/N) the two add up to
     *
     * <pre>E[W] = r (L - 1/N) / (2(1 - r))</pre>
     *
     * which is Geo/D/1 for N = 1 and goes to M/D/1's r L / (2(1 - r)) as N grows. The order of service does not change
     * the mean while it does not depend on service times, nor do links of the sources that are as fast as the server: a
     * packet that is held up by its own source's link follows on the heels of one that the server is busy with.
     */
    public static double bernoulliWait(int sources, int service, double utilisation) {
        return utilisation * (service - 1.0 / sources) / (2 * (1 - utilisation));
    }

    /**
     * The load at which uniform traffic fills the links across a cut of the NICs into halves: of n NICs with a flit per
     * cycle each, n/2 a side send (n/2)/(n - 1) of their packets across B links, so that load (n/2)(n/2)/(n - 1) &lt;=
     * B. No routing exceeds it.
     *
     * @return above 1 where the cut is no limit
     */
    public static double bisectionLoad(Fabric fabric) {
        double nics = fabric.nicCount();
        int links = Bisection.of(fabric)
                .orElseThrow(() -> new IllegalArgumentException(fabric.name() + " has no shape to bisect"))
                .links();
        return links * 4 * (nics - 1) / (nics * nics);
    }
}
