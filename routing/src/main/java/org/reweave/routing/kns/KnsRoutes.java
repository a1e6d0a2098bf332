package org.reweave.routing.kns;

import it.unimi.dsi.fastutil.ints.IntArrayList;
import it.unimi.dsi.fastutil.longs.LongArrayList;
import org.reweave.routing.topology.Faults;

/**
 * The lists of intermediate nodes of all pairs of routers under one set of faults, kept per source as its tables hold
 * them. Immutable. Source: KNS §4.
 */
public final class KnsRoutes {
    private final KnsGrid grid;
    private final int maxIntermediates;
    private final TableWidths widths;
    private final int[][] destinations; // [source] those off the straight path, ascending
    private final long[][] headers; // [source] of the same
    private final int longest;
    private final long unreachable;

    private KnsRoutes(
            KnsGrid grid, int maxIntermediates, int[][] destinations, long[][] headers, int longest, long unreachable) {
        this.grid = grid;
        this.maxIntermediates = maxIntermediates;
        this.widths = TableWidths.of(grid, maxIntermediates);
        this.destinations = destinations;
        this.headers = headers;
        this.longest = longest;
        this.unreachable = unreachable;
    }

    /**
     * Chooses for every pair.
     *
     * @param maxIntermediates {@code 0..IntermediateNodes.MAX}
     */
    public static KnsRoutes of(KnsGrid grid, Faults faults, int maxIntermediates, Ties ties) {
        BrokenLinks broken = new BrokenLinks(grid);
        broken.set(faults);
        KnsReach reach = new KnsReach(grid, maxIntermediates);
        reach.set(broken);
        IntermediateNodes chooser = new IntermediateNodes(grid, reach, maxIntermediates, ties);
        int[][] destinations = new int[grid.routerCount()][];
        long[][] headers = new long[grid.routerCount()][];
        int longest = 0;
        long unreachable = 0;
        for (int s = 0; s < destinations.length; s++) {
            IntArrayList away = new IntArrayList();
            LongArrayList lists = new LongArrayList();
            for (int d = reach.nextCut(s, 0); d >= 0; d = reach.nextCut(s, d + 1)) {
                int count = chooser.choose(s, d);
                away.add(d);
                lists.add(count < 0 ? KnsHeader.UNREACHABLE : KnsHeader.of(chooser.list(count)));
                longest = Math.max(longest, count);
                unreachable += count < 0 ? 1 : 0;
            }
            destinations[s] = away.toIntArray();
            headers[s] = lists.toLongArray();
        }
        return new KnsRoutes(grid, maxIntermediates, destinations, headers, longest, unreachable);
    }

    public KnsGrid grid() {
        return grid;
    }

    /** The bound that was given. */
    public int maxIntermediates() {
        return maxIntermediates;
    }

    /** The longest list in use. */
    public int longest() {
        return longest;
    }

    /** Ordered pairs of routers without a list within the bound. */
    public long unreachable() {
        return unreachable;
    }

    /** A source's table with an entry for every router. */
    public IntermediateTable linear(int source) {
        return new LinearTable(all(source), widths);
    }

    /** A source's table with an entry for every destination that needs one. */
    public IntermediateTable associative(int source) {
        return new AssociativeTable(destinations[source], headers[source], widths);
    }

    /** A source's table with masked entries. */
    public IntermediateTable masked(int source) {
        return MaskedTableBuilder.build(grid, all(source), widths);
    }

    private long[] all(int source) {
        long[] all = new long[grid.routerCount()];
        for (int i = 0; i < destinations[source].length; i++) {
            all[destinations[source][i]] = headers[source][i];
        }
        return all;
    }
}
