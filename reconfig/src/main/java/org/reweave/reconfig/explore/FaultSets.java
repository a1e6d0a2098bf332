package org.reweave.reconfig.explore;

import java.util.Arrays;

/** The sets of links that may be down at the same time in a model. */
final class FaultSets {
    private FaultSets() {}

    /**
     * Every set of links that may be down at once, as bits, the empty one first. Links of failing switches are left
     * out: only models of schemes without a manager have failing switches. Switches that restart take their links along
     * all together.
     */
    static long[] of(Model model) {
        return upTo(Math.min(model.bounds().faults(), model.bounds().together()), model);
    }

    /** Every set of links that the manager may believe to be down; the manager may have missed a recovery. */
    static long[] believed(Model model) {
        return upTo(model.bounds().faults(), model);
    }

    private static long[] upTo(int most, Model model) {
        long away = World.linksOfAway(model);
        long[] sets = away == 0 ? new long[] {0} : new long[] {0, away};
        for (int link : model.fragile()) {
            long[] more = Arrays.stream(sets)
                    .filter(down -> Long.bitCount(down) < most)
                    .map(down -> down | 1L << link)
                    .toArray();
            int known = sets.length;
            sets = Arrays.copyOf(sets, known + more.length);
            System.arraycopy(more, 0, sets, known, more.length);
        }
        return sets;
    }
}
