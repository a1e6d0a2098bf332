package org.reweave.emulator.device.arbitration;

import org.reweave.reconfig.state.StateVisitor;

/**
 * Each output tries the heads by a key that each has: lower keys first, lower queues first among equals. The last key
 * is kept here, since the head that had it may be gone when the next one is wanted.
 */
final class Ranking implements Arbitration {
    /** The keys of heads, and what they depend on. */
    interface Keys {
        /** The key of a queue's head at an output. */
        long of(int output, int queue);

        /** {@link Arbitration#granted}. */
        default void granted(int output, int queue) {
            // keys that do not depend on grants
        }

        /** {@link Arbitration#visit}. */
        default void visit(StateVisitor state) {
            // keys without a state
        }
    }

    private final Heads heads;
    private final Keys keys;
    private long last; // of the queue that was tried last; of no meaning between two searches

    Ranking(Heads heads, Keys keys) {
        this.heads = heads;
        this.keys = keys;
    }

    @Override
    public int first(int output) {
        last = Long.MIN_VALUE;
        return next(output, -1);
    }

    @Override
    public int next(int output, int tried) {
        int best = -1;
        long lowest = Long.MAX_VALUE;
        for (int queue = heads.next(output, 0); queue >= 0; queue = heads.next(output, queue + 1)) {
            long mine = keys.of(output, queue);
            boolean later = mine > last || mine == last && queue > tried;
            if (later && (best < 0 || mine < lowest)) {
                best = queue;
                lowest = mine;
            }
        }
        last = lowest;
        return best;
    }

    @Override
    public void granted(int output, int queue) {
        keys.granted(output, queue);
    }

    @Override
    public void visit(StateVisitor state) {
        keys.visit(state);
    }
}
