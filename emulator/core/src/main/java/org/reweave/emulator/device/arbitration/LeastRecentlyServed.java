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
        return new Order(setting);
    }

    private static final class Order implements Arbitration {
        private final int queues;
        private final long[] lastGrant; // by output * queues + queue; 0 = never
        private final Ranking ranking;
        private long grants;

        Order(Setting setting) {
            this.queues = setting.queues();
            this.lastGrant = new long[setting.outputs() * queues];
            this.ranking = new Ranking(setting.heads(), (output, queue) -> lastGrant[output * queues + queue]);
        }

        @Override
        public int first(int output) {
            return ranking.first(output);
        }

        @Override
        public int next(int output, int tried) {
            return ranking.next(output, tried);
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
