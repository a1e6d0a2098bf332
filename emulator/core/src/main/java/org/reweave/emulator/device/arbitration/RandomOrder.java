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
        return new Draws(setting);
    }

    private static final class Draws implements Arbitration {
        private final Setting setting;
        private final Ranking ranking;
        private long grants;
        private long draw; // follows from the grants

        Draws(Setting setting) {
            this.setting = setting;
            this.ranking = new Ranking(setting.heads(), this::rank);
            draw();
        }

        private void draw() {
            draw = Mix.mix(setting.seed(), setting.device(), ARBITRATION, grants);
        }

        private long rank(int output, int queue) {
            return Mix.mix(draw + (long) output * setting.queues() + queue);
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
