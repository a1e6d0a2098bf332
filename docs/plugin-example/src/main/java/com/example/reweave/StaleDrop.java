package com.example.reweave;

import org.reweave.reconfig.spi.ManagerEffect.Extent;
import org.reweave.reconfig.spi.ManagerProtocol;
import org.reweave.reconfig.spi.NicAgent;
import org.reweave.reconfig.spi.NicSite;
import org.reweave.reconfig.spi.Promise;
import org.reweave.reconfig.spi.Promises;
import org.reweave.reconfig.spi.Reduction;
import org.reweave.reconfig.spi.Scheme;
import org.reweave.reconfig.spi.SchemeDescription;
import org.reweave.reconfig.spi.SchemeOption;
import org.reweave.reconfig.spi.SchemeOptions;
import org.reweave.reconfig.spi.SwitchAgent;
import org.reweave.reconfig.spi.SwitchSite;
import org.reweave.reconfig.spi.UpdateAll;

/**
 * A reconfiguration scheme: a packet carries the number of the change by whose tables it was sent last, and a switch
 * with other tables discards it where it lacks room. So a packet that waits came and goes by the tables of one change.
 */
public final class StaleDrop implements Scheme {
    static final SchemeOption<Integer> LAG = SchemeOption.whole(
            "lag", 0, 7, 0, "changes by which a packet and a switch may differ before the packet is stale");

    private static final SchemeDescription DESCRIPTION = SchemeDescription.of(
                    "stale-drop",
                    "a packet that was sent by the tables of another change is discarded where it lacks room")
            .options(LAG)
            .notifiesNics()
            .promises(Promises.BASIC
                    .and(Promise.NO_DEADLOCK)
                    .withoutWhere(in -> in.options().get(LAG) > 0, Promise.NO_DEADLOCK))
            .reduction(Reduction.SMPS_ALONE)
            .build();

    @Override
    public SchemeDescription description() {
        return DESCRIPTION;
    }

    @Override
    public ManagerProtocol<?> manager(SchemeOptions options) {
        return new UpdateAll(Extent.DIFFERENCE, true);
    }

    @Override
    public SwitchAgent switchAgent(SchemeOptions options, SwitchSite site) {
        return new StaleDropSwitch(site, options.get(LAG));
    }

    @Override
    public NicAgent nicAgent(SchemeOptions options, NicSite site) {
        return new StaleDropNic();
    }
}
