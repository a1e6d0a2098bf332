package org.reweave.emulator.device.arbitration;

import org.reweave.reconfig.state.StateVisitor;

/** Each output tries the queues in turn, beginning behind the one that it served last. */
final class RoundRobin implements ArbitrationPolicy {
    @Override
    public String name() {
        return "round-robin";
    }

    @Override
    public String summary() {
        return "each output serves the queues in turn";
    }

    @Override
    public boolean servesEveryHead() {
        return true;
    }

    @Override
    public Arbitration begin(Setting setting) {
        return new Turns(setting);
    }

    /** Each output has a queue that it tries first: the one behind the last that a grant was reported for. */
    static final class Turns implements Arbitration {
        private final Heads heads;
        private final int queues;
        private final int[] turn; // by output: the queue that it tries first

        Turns(ArbitrationPolicy.Setting setting) {
            this.heads = setting.heads();
            this.queues = setting.queues();
            this.turn = new int[setting.outputs()];
        }

        @Override
        public int first(int output) {
            int queue = heads.next(output, turn[output]);
            return queue >= 0 ? queue : heads.next(output, 0);
        }

        @Override
        public int next(int output, int tried) {
            int queue = heads.next(output, tried + 1);
            if (tried < turn[output]) {
                return queue < turn[output] ? queue : -1;
            }
            if (queue >= 0) {
                return queue;
            }
            int lowest = heads.next(output, 0);
            return lowest < turn[output] ? lowest : -1;
        }

        @Override
        public void granted(int output, int queue) {
            turn[output] = queue + 1 == queues ? 0 : queue + 1;
        }

        @Override
        public void visit(StateVisitor state) {
            state.values(turn);
        }
    }
}
