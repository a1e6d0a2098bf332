package org.reweave.reconfig.epoch;

import java.util.Map;
import org.reweave.reconfig.spi.NicAgent;
import org.reweave.reconfig.spi.NicSite;
import org.reweave.reconfig.spi.SchemeOptions;
import org.reweave.reconfig.state.StateVisitor;

/**
 * EBR in a NIC (thesis §6.6): labels each packet it injects with its epoch, which comes by the manager's notice or, as
 * {@link EpochOptions#NIC_NOTICE} says, sooner by its broadcast or by a separator of the switch. Where old epochs are
 * watched ({@link Clearance}) a separator goes ahead of the first packet of an epoch, and again when the link comes up.
 */
final class EpochNicAgent implements NicAgent {
    private final EpochRule rule;
    private final NicSite site;
    private final boolean watched; // whether the manager has to know which old epochs are left
    private long change;

    EpochNicAgent(SchemeOptions options, NicSite site) {
        this(options.get(EpochOptions.BITS), EpochOptions.areWatched(options), site);
    }

    EpochNicAgent(int bits, boolean watched, NicSite site) {
        this.rule = new EpochRule(bits);
        this.site = site;
        this.watched = watched;
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

    /** The manager's broadcast. */
    @Override
    public void receiveControl(long control) {
        learn(control);
    }

    /** The switch's word: all packets behind it were routed there by the tables of that change, or later ones. */
    @Override
    public void separator(int lane, long mark) {
        learn(mark);
    }

    private void learn(long newer) {
        if (newer > change) {
            change = newer;
            site.told(newer);
        }
    }

    @Override
    public void linkChanged(boolean up) {
        if (up) {
            separate();
        }
    }

    private void separate() {
        for (int lane = 0; watched && change > 0 && lane < site.laneCount(); lane++) {
            site.separate(lane, change);
        }
    }

    @Override
    public Map<String, Object> describe() {
        return Map.of("epoch", rule.epoch(change));
    }

    @Override
    public void visit(StateVisitor state) {
        change = state.value(change);
    }
}
