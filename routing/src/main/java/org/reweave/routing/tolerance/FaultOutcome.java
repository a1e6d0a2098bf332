package org.reweave.routing.tolerance;

import org.reweave.routing.table.AddressedPaths;
import org.reweave.routing.table.RoutingTables;

/**
 * The fate of the traffic between NICs under one set of faults: counts, by a method that follows packets itself, or
 * installed state, through which the analysis follows packets. Reused from set to set.
 */
public final class FaultOutcome {
    private long delivered;
    private long lost;
    private long hops;
    private int maxHops;
    private int vls = 1;
    private int sls = 1;
    private int addresses = 1;
    private RoutingTables tables;
    private AddressedPaths paths;
    private final FigureSums figures = new FigureSums();

    /** Forgets the last set. */
    public void clear() {
        delivered = 0;
        lost = 0;
        hops = 0;
        maxHops = 0;
        vls = 1;
        sls = 1;
        addresses = 1;
        tables = null;
        paths = null;
        figures.clear();
    }

    /**
     * Ordered pairs of NICs whose packets arrive, and the switches they cross.
     *
     * @param hops summed over the pairs
     */
    public void delivered(long pairs, long hops, int maxHops) {
        this.delivered += pairs;
        this.hops += hops;
        this.maxHops = Math.max(this.maxHops, maxHops);
    }

    /** Ordered pairs of NICs whose packets do not arrive. */
    public void lost(long pairs) {
        lost += pairs;
    }

    /**
     * Numbers of VLs, SLs and LIDs that the method used.
     *
     * @param addresses most LIDs of one NIC
     */
    public void resources(int vls, int sls, int addresses) {
        this.vls = vls;
        this.sls = sls;
        this.addresses = addresses;
    }

    /** Leaves tables to the analysis: connectivity and deadlock freedom are read from them. */
    public void installed(RoutingTables installed) {
        tables = installed;
    }

    /** Leaves paths to the analysis: connectivity and deadlock freedom are read from them. */
    public void installed(AddressedPaths installed) {
        paths = installed;
    }

    /** The method's own figures of the set. */
    public FigureSums figures() {
        return figures;
    }

    public long delivered() {
        return delivered;
    }

    public long lost() {
        return lost;
    }

    public long hops() {
        return hops;
    }

    public int maxHops() {
        return maxHops;
    }

    public int vls() {
        return vls;
    }

    public int sls() {
        return sls;
    }

    public int addresses() {
        return addresses;
    }

    /** @return tables to verify, or null */
    public RoutingTables tables() {
        return tables;
    }

    /** @return paths to verify, or null */
    public AddressedPaths paths() {
        return paths;
    }
}
