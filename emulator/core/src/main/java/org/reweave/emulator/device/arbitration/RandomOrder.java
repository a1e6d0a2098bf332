package org.reweave.emulator.device.arbitration;

import org.reweave.reconfig.state.StateVisitor;
import org.reweave.routing.model.Mix;

/**
 * Each output tries the queues in an order that is drawn anew after each grant of the switch, all orders equally
 * likely.
 */
final class RandomOrder implements ArbitrationPolicy {
    private static final long ARBITRATION = 0xA2B17L;

    @Override
    public String name() {
        return "random";
    }

    @Override
    public String summary() {
        return "any of those that ask, each as likely";
    }

    @Override
    public boolean servesEveryHead() {
        return false;
    }

    @Override
    public Arbitration begin(Setting setting) {
        return new Ranking(setting.heads(), new Draws(setting));
    }

    private static final class Draws implements Ranking.Keys {
        private final Setting setting;
        private long grants;
        private long draw; // follows from the grants

        Draws(Setting setting) {
            this.setting = setting;
            draw();
        }

        private void draw() {
            draw = Mix.mix(setting.seed(), setting.device(), ARBITRATION, grants);
        }

        @Override
        public long of(int output, int queue) {
            return Mix.mix(draw + (long) output * setting.queues() + queue);
        }

        @Override
        public void granted(int output, int queue) {
            grants++;
            draw();
        }

        @Override
        public void visit(StateVisitor state) {
            grants = state.value(grants);
            draw();
        }
    }
}
