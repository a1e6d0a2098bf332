package org.reweave.emulator.device.arbitration;

import org.reweave.reconfig.state.StateVisitor;

/** Each output tries the queues by port and VL, always from the lowest on: high ports may starve. */
final class FixedOrder implements ArbitrationPolicy {
    @Override
    public String name() {
        return "fixed";
    }

    @Override
    public String summary() {
        return "the lowest port first, then the lowest VL; others may starve";
    }

    @Override
    public boolean servesEveryHead() {
        return false;
    }

    @Override
    public Arbitration begin(Setting setting) {
        return new Lowest(setting.heads());
    }

    private record Lowest(Heads heads) implements Arbitration {
        @Override
        public int first(int output) {
            return heads.next(output, 0);
        }

        @Override
        public int next(int output, int tried) {
            return heads.next(output, tried + 1);
        }

        @Override
        public void granted(int output, int queue) {
            // the order stays
        }

        @Override
        public void visit(StateVisitor state) {
            // there is no state
        }
    }
}
