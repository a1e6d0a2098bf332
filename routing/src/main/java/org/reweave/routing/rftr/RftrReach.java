package org.reweave.routing.rftr;

import java.util.Arrays;

/**
 * The switches that one switch reaches directly, or is reached from, by the paths in force: for each (other switch,
 * port) the subpath with fewest VL transitions, then hops, then the lowest flow; and for each other switch the one with
 * fewest hops. These are the DRT and IRT of thesis §5.2.1, reduced to the best entries, since a joint chooses only
 * among these.
 *
 * <p>A port is the one by which a subpath enters the joint (direct) or leaves it (indirect); slot 0 is the switch
 * itself.
 */
final class RftrReach {
    private static final long NONE = Long.MAX_VALUE;
    private static final int FIELD = 0xffff;

    private final int ports;
    private final long[] best; // [switch * ports + port] transitions << 48 | hops << 32 | flow
    private final long[] least; // [switch] of its slots, transitions << 48 | hops << 32
    private final long[] shortest; // [switch] hops << 48 | transitions << 32 | port
    private final int[] shortestFlow; // [switch]

    RftrReach(RftrWiring wiring, int self) {
        this.ports = wiring.ports;
        this.best = new long[wiring.switches * ports];
        this.least = new long[wiring.switches];
        this.shortest = new long[wiring.switches];
        this.shortestFlow = new int[wiring.switches];
        Arrays.fill(best, NONE);
        Arrays.fill(least, NONE);
        Arrays.fill(shortest, NONE);
        least[self] = 0;
        best[self * ports] = 0;
        shortest[self] = 0;
    }

    void offer(int at, int port, int transitions, int hops, int flow) {
        long key = (long) transitions << 48 | (long) hops << 32 | flow;
        int slot = at * ports + port;
        if (key < best[slot]) {
            best[slot] = key;
            least[at] = Math.min(least[at], cost(key));
        }
        long shortKey = (long) hops << 48 | (long) transitions << 32 | port;
        if (shortKey < shortest[at]) {
            shortest[at] = shortKey;
            shortestFlow[at] = flow;
        }
    }

    boolean has(int at, int port) {
        return best[at * ports + port] != NONE;
    }

    /** Transitions << 48 | hops << 32; costs add up. */
    long cost(int at, int port) {
        return cost(best[at * ports + port]);
    }

    /** The least cost over a switch's ports; only when {@link #hasAny}. */
    long leastCost(int at) {
        return least[at];
    }

    private static long cost(long key) {
        return key & ~0xffff_ffffL;
    }

    int hops(int at, int port) {
        return (int) (best[at * ports + port] >>> 32) & FIELD;
    }

    int flow(int at, int port) {
        return (int) best[at * ports + port];
    }

    boolean hasAny(int at) {
        return shortest[at] != NONE;
    }

    int fewestHops(int at) {
        return (int) (shortest[at] >>> 48);
    }

    int fewestHopsFlow(int at) {
        return shortestFlow[at];
    }
}
