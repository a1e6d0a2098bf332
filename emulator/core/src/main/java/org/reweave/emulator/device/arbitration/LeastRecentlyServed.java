package org.reweave.emulator.device.arbitration;

import org.reweave.reconfig.state.StateVisitor;

/**
 * Each output tries the queues that it has not served for longest first, and lower ports and VLs first among those that
 * it never served. A matrix arbiter keeps this order as a bit for each pair of requesters, which says who comes first;
 * here each queue has the number of its last grant.
 */
final class LeastRecentlyServed implements ArbitrationPolicy {
    @Override
    public String name() {
        return "matrix";
    }

    @Override
    public String summary() {
        return "the queue that the output served longest ago";
    }

    @Override
    public boolean servesEveryHead() {
        return true;
    }

    @Override
    public Arbitration begin(Setting setting) {
        return new Ranking(setting.heads(), new LastGrants(setting));
    }

    private static final class LastGrants implements Ranking.Keys {
        private final int queues;
        private final long[] lastGrant; // by output * queues + queue; 0 = never
        private long grants;

        LastGrants(Setting setting) {
            this.queues = setting.queues();
            this.lastGrant = new long[setting.outputs() * queues];
        }

        @Override
        public long of(int output, int queue) {
            return lastGrant[output * queues + queue];
        }

        @Override
        public void granted(int output, int queue) {
            lastGrant[output * queues + queue] = ++grants;
        }

        @Override
        public void visit(StateVisitor state) {
            state.values(lastGrant);
            grants = state.value(grants);
        }
    }
}
