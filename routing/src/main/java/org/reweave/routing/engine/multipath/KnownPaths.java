package org.reweave.routing.engine.multipath;

import java.util.Arrays;

/**
 * Outcomes of the searches of a {@link DisjointSearch} for one pair of switches. A path found while some switches were
 * taken is also the path that a search finds while more switches are taken, as long as none of these is on the path. A
 * search that found no path finds none while more switches are taken, within the same limit of hops or a lower one.
 * Different orders of a pair ask for the same paths again and again. Not thread-safe.
 */
final class KnownPaths {
    /** Kept for each first and last slot: to look through more takes longer than to search. */
    private static final int MOST = 16;

    /** The outcome of one search. */
    static final class Known {
        private final long[] taken; // bits as given
        private final long[] own; // bits of the path
        private final int[] slots;
        private int limit;
        private int hops;
        private int cost;

        private Known(int words, int switches) {
            taken = new long[words];
            own = new long[words];
            slots = new int[switches + 1];
        }

        /** Hops of the path, 0 = there is none. */
        int hops() {
            return hops;
        }

        int[] slots() {
            return slots;
        }

        int cost() {
            return cost;
        }

        private boolean answers(long[] nowTaken, int nowLimit) {
            boolean isConclusive = hops > 0 ? hops <= nowLimit : limit >= nowLimit;
            for (int i = 0; isConclusive && i < taken.length; i++) {
                isConclusive = (taken[i] & ~nowTaken[i]) == 0 && (hops == 0 || (own[i] & nowTaken[i]) == 0);
            }
            return isConclusive;
        }
    }

    private final int words;
    private final int switches;
    private final Known[][] known; // [kind][0..count)
    private final int[] count; // [kind]

    /**
     * @param kinds of searches: those of one kind differ only in what is taken, and in their limit
     * @param bits of what can be taken
     */
    KnownPaths(int kinds, int bits, int switches) {
        this.words = (bits + Long.SIZE - 1) / Long.SIZE;
        this.switches = switches;
        this.known = new Known[kinds][];
        this.count = new int[kinds];
    }

    /** A set of what is taken, empty. */
    long[] noneTaken() {
        return new long[words];
    }

    /** Forgets everything: another pair. */
    void clear() {
        Arrays.fill(count, 0);
    }

    /** @return what is known to be the outcome of a search; null = nothing */
    Known find(int kind, long[] taken, int limit) {
        for (int i = 0; i < count[kind]; i++) {
            if (known[kind][i].answers(taken, limit)) {
                return known[kind][i];
            }
        }
        return null;
    }

    /**
     * Keeps the outcome of a search, unless too many are kept already.
     *
     * @param own bits of the path, that nothing else may have taken
     * @param hops of the path in {@code slots}, 0 = there is none within the limit
     */
    void add(int kind, long[] taken, int limit, long[] own, int[] slots, int hops, int cost) {
        if (count[kind] == MOST) {
            return;
        }
        if (known[kind] == null) {
            known[kind] = new Known[MOST];
        }
        int at = count[kind]++;
        if (known[kind][at] == null) {
            known[kind][at] = new Known(words, switches);
        }
        Known next = known[kind][at];
        System.arraycopy(taken, 0, next.taken, 0, words);
        System.arraycopy(own, 0, next.own, 0, words);
        System.arraycopy(slots, 0, next.slots, 0, hops);
        next.limit = limit;
        next.hops = hops;
        next.cost = cost;
    }
}
