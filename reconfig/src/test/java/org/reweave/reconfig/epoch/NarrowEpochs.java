package org.reweave.reconfig.epoch;

import org.reweave.reconfig.Restored;
import org.reweave.reconfig.spi.ManagerEffect.Extent;
import org.reweave.reconfig.spi.ManagerProtocol;
import org.reweave.reconfig.spi.NicAgent;
import org.reweave.reconfig.spi.NicSite;
import org.reweave.reconfig.spi.Scheme;
import org.reweave.reconfig.spi.SchemeDescription;
import org.reweave.reconfig.spi.SchemeOptions;
import org.reweave.reconfig.spi.SwitchAgent;
import org.reweave.reconfig.spi.SwitchSite;
import org.reweave.reconfig.spi.UpdateAll;

/**
 * EBR with overlapping changes whose manager guards epochs as narrow as a model of two changes can show, while the
 * fields are wide enough to tell all of them apart: so whoever looks at a packet sees whether narrow fields would have
 * misled.
 *
 * @param spread epochs that may be in the fabric at a time
 */
public record NarrowEpochs(int spread) implements Scheme {
    private static final int BITS = 4;

    /**
     * @throws IllegalStateException when a switch's own epoch and one of a packet there are too far apart for narrow
     *     fields
     */
    public void check(SwitchAgent agent, long marks, boolean isRouted) {
        int scheduled = (int) Restored.words(agent)[0];
        int packet = EpochMarks.packet(marks);
        int routed = isRouted ? EpochMarks.routed(marks) : scheduled;
        if (Math.abs(scheduled - packet) >= spread || scheduled - routed >= spread) {
            throw new IllegalStateException(
                    "a switch of epoch " + scheduled + " has a packet of epochs " + packet + " and " + routed);
        }
    }

    /** What EBR says of itself. */
    @Override
    public SchemeDescription description() {
        return Ebr.FULL.description();
    }

    @Override
    public ManagerProtocol<?> manager(SchemeOptions options) {
        return guarding(spread);
    }

    /** The manager's part for another number of epochs at a time. */
    public static ManagerProtocol<?> guarding(int epochs) {
        return new GuardedUpdate(new UpdateAll(Extent.FULL, true), epochs, false, true);
    }

    @Override
    public SwitchAgent switchAgent(SchemeOptions options, SwitchSite site) {
        return new EpochSwitchAgent(BITS, false, true, site);
    }

    @Override
    public NicAgent nicAgent(SchemeOptions options, NicSite site) {
        return new EpochNicAgent(BITS, true, site);
    }
}
