package org.reweave.emulator.device.arbitration;

import org.reweave.reconfig.state.StateVisitor;

/** Each output tries the packets in the order of their generation, and lower ports and VLs first among equals. */
final class OldestFirst implements ArbitrationPolicy {
    @Override
    public String name() {
        return "age";
    }

    @Override
    public String summary() {
        return "the packet that was generated first";
    }

    @Override
    public boolean servesEveryHead() {
        return true;
    }

    @Override
    public Arbitration begin(Setting setting) {
        return new Ages(
                new Ranking(setting.heads(), (output, queue) -> setting.heads().generated(queue)));
    }

    private record Ages(Ranking ranking) implements Arbitration {
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
            // packets carry their age
        }

        @Override
        public void visit(StateVisitor state) {
            // there is no state
        }
    }
}
