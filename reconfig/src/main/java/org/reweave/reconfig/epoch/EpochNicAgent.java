package org.reweave.reconfig.epoch;

import org.reweave.reconfig.spi.NicAgent;
import org.reweave.reconfig.spi.SchemeOptions;

/** EBR in a NIC (thesis §6.6): labels each packet it injects with its epoch. */
final class EpochNicAgent implements NicAgent {
    private final EpochRule rule;
    private int epoch;

    EpochNicAgent(SchemeOptions options) {
        this.rule = new EpochRule(options.epochBits());
    }

    @Override
    public long injected() {
        return EpochMarks.of(epoch, 0);
    }

    @Override
    public void installed(long argument) {
        epoch = rule.epoch(argument);
    }

    @Override
    public long[] encode() {
        return new long[] {epoch};
    }

    @Override
    public void decode(long[] state) {
        epoch = (int) state[0];
    }
}
