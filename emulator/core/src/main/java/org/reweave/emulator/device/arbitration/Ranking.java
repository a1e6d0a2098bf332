package org.reweave.emulator.device.arbitration;

/**
 * The heads that ask for an output, by a rank that each has: lower ranks first, lower queues first among equals. The
 * last rank is kept here, since the head that had it may be gone when the next one is wanted.
 */
final class Ranking {
    /** The rank of a queue's head at an output. */
    interface Rank {
        long of(int output, int queue);
    }

    private final Heads heads;
    private final Rank rank;
    private long last; // of the queue that was tried last; of no meaning between two searches

    Ranking(Heads heads, Rank rank) {
        this.heads = heads;
        this.rank = rank;
    }

    int first(int output) {
        last = Long.MIN_VALUE;
        return next(output, -1);
    }

    int next(int output, int tried) {
        int best = -1;
        long lowest = Long.MAX_VALUE;
        for (int queue = heads.next(output, 0); queue >= 0; queue = heads.next(output, queue + 1)) {
            long mine = rank.of(output, queue);
            boolean later = mine > last || mine == last && queue > tried;
            if (later && (best < 0 || mine < lowest)) {
                best = queue;
                lowest = mine;
            }
        }
        last = lowest;
        return best;
    }
}
