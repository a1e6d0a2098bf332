package org.reweave.routing.tolerance;

import java.util.Arrays;
import org.reweave.routing.kns.BrokenLinks;
import org.reweave.routing.kns.IntermediateNodes;
import org.reweave.routing.kns.KnsGrid;
import org.reweave.routing.kns.KnsReach;
import org.reweave.routing.kns.Ties;
import org.reweave.routing.topology.Element;

/**
 * Counts the intermediate nodes that pairs of routers need under one set of faults after another. Only pairs whose
 * Hybrid-DOR path has a fault are looked at. The lane of a sub-path is its number, so its routes cannot deadlock,
 * whatever the faults (KNS §4).
 *
 * <p>Figures: {@code pathsWithIntermediates}, by the fewest intermediates that serve a pair, out of all N^2 pairs of
 * routers, those of a router with itself included, over all sets, also those that cut routers off (KNS, Table I);
 * {@code toleratedWith}, sets that so many intermediates are enough for, of all sets (Figs. 5 and 6).
 */
final class KnsJudge implements FaultJudge {
    private final KnsGrid grid;
    private final int max;
    private final boolean hopsWanted;
    private final BrokenLinks broken;
    private final KnsReach reach;
    private final IntermediateNodes chooser;
    private final boolean[] down; // [router]
    private final long straightPairs; // of NICs, without faults
    private final long straightHops; // switches they cross
    private final int straightMost;
    /** Pairs of routers by the fewest intermediate nodes that they need; index max + 1 = unreachable. */
    private final long[] needing = new long[IntermediateNodes.MAX + 2];

    /**
     * @param max intermediates at most
     * @param hopsWanted whether paths are chosen to count their hops, most of the work
     */
    KnsJudge(KnsGrid grid, int max, boolean hopsWanted) {
        this.grid = grid;
        this.max = max;
        this.hopsWanted = hopsWanted;
        this.broken = new BrokenLinks(grid);
        this.reach = new KnsReach(grid, max);
        this.chooser = new IntermediateNodes(grid, reach, max, Ties.ROWS);
        this.down = new boolean[grid.routerCount()];
        long pairs = 0;
        long hops = 0;
        int most = 0;
        for (int s = 0; s < down.length; s++) {
            for (int d = 0; d < down.length; d++) {
                long both = nicPairs(s, d);
                int crossed = switches(grid.distance(s, d));
                pairs += both;
                hops += both * crossed;
                most = both > 0 ? Math.max(most, crossed) : most;
            }
        }
        this.straightPairs = pairs;
        this.straightHops = hops;
        this.straightMost = most;
    }

    @Override
    public boolean judgesDisconnected() {
        return true;
    }

    @Override
    public void judge(Element kind, int[] failed, long draw, FaultOutcome verdict) {
        setFaults(kind, failed);
        Arrays.fill(needing, 0);
        long lost = 0;
        for (int s = 0; s < down.length; s++) {
            for (int d = reach.nextCut(s, 0); d >= 0; d = reach.nextCut(s, d + 1)) {
                int needed = reach.needed(s, d, max);
                needing[needed]++;
                lost += needed > max && !down[s] && !down[d] ? nicPairs(s, d) : 0;
            }
        }
        long all = (long) down.length * down.length;
        boolean enough = lost == 0;
        for (int count = max; count >= 1; count--) {
            verdict.figures().add("pathsWithIntermediates", Integer.toString(count), needing[count], all);
            verdict.figures().add("toleratedWith", Integer.toString(count), enough ? 1 : 0, 1);
            enough &= needing[count] == 0;
        }
        verdict.resources(1 + max, 1, 1);
        verdict.lost(lost);
        if (lost == 0 && hopsWanted) {
            countHops(verdict);
        }
        setDown(kind, failed, false);
    }

    private void setFaults(Element kind, int[] failed) {
        broken.set(kind == Element.LINK ? failed : new int[0], kind == Element.LINK ? new int[0] : failed);
        reach.set(broken);
        setDown(kind, failed, true);
    }

    private void setDown(Element kind, int[] failed, boolean value) {
        for (int element : failed) {
            if (kind == Element.SWITCH && grid.router(element) >= 0) {
                down[grid.router(element)] = value;
            }
        }
    }

    /**
     * Counts the hops of a tolerated set: pairs without a fault on their path have the hops of the fault-free network.
     * Sets that are not tolerated have no hops.
     */
    private void countHops(FaultOutcome verdict) {
        long pairs = straightPairs;
        long hops = straightHops;
        int most = straightMost;
        for (int s = 0; s < down.length; s++) {
            for (int d = reach.nextCut(s, 0); d >= 0; d = reach.nextCut(s, d + 1)) {
                int count = chooser.choose(s, d);
                long both = nicPairs(s, d);
                hops -= both * switches(grid.distance(s, d));
                if (count < 0) {
                    pairs -= both; // one of the routers has failed
                } else {
                    int crossed = switches(chooser.hops(s, d, count));
                    hops += both * crossed;
                    most = Math.max(most, crossed);
                }
            }
        }
        verdict.delivered(pairs, hops, most);
    }

    private long nicPairs(int source, int destination) {
        long pairs = (long) grid.nics(source) * grid.nics(destination);
        return source == destination ? pairs - grid.nics(source) : pairs;
    }

    /** Switches crossed by a path through so many rows' networks, a tree counting as if it were a crossbar. */
    private static int switches(int rows) {
        return 1 + 2 * rows;
    }
}
