package org.reweave.reconfig.epoch;

import org.reweave.reconfig.spi.NicAgent;
import org.reweave.reconfig.spi.NicSite;
import org.reweave.reconfig.spi.SchemeOptions;

/**
 * EBR in a NIC (thesis §6.6): labels each packet it injects with its epoch. Where old epochs are watched
 * ({@link Clearance}) a separator goes ahead of the first packet of an epoch, and again when the link comes up.
 */
final class EpochNicAgent implements NicAgent {
    private final EpochRule rule;
    private final NicSite site; // null = nobody watches old epochs
    private long change;

    EpochNicAgent(SchemeOptions options, NicSite site) {
        this(options.get(EpochOptions.BITS), EpochOptions.areWatched(options), site);
    }

    EpochNicAgent(int bits, boolean watched, NicSite site) {
        this.rule = new EpochRule(bits);
        this.site = watched ? site : null;
    }

    @Override
    public long injected() {
        return EpochMarks.of(rule.epoch(change), 0);
    }

    @Override
    public void installed(long argument) {
        change = argument;
        separate();
    }

    @Override
    public void linkChanged(boolean up) {
        if (up) {
            separate();
        }
    }

    private void separate() {
        for (int lane = 0; site != null && change > 0 && lane < site.laneCount(); lane++) {
            site.separate(lane, change);
        }
    }

    @Override
    public long[] encode() {
        return new long[] {change};
    }

    @Override
    public void decode(long[] state) {
        change = state[0];
    }
}
