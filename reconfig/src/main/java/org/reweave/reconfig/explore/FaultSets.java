package org.reweave.reconfig.explore;

import java.util.Arrays;

/** Which links may be down at a time in a model. */
final class FaultSets {
    private FaultSets() {}

    /**
     * Every set of links that may be down at once, as bits, the empty one first. Links of failing switches are not
     * among them: only schemes without a manager know such.
     */
    static long[] of(Model model) {
        return upTo(Math.min(model.bounds().faults(), model.bounds().together()), model);
    }

    /** Those that the manager may take to be down, be it because it has not seen one come back. */
    static long[] believed(Model model) {
        return upTo(model.bounds().faults(), model);
    }

    private static long[] upTo(int most, Model model) {
        long[] sets = {0};
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
