package org.reweave.reconfig.naive;

import org.reweave.reconfig.spi.ManagerEffect.Extent;
import org.reweave.reconfig.spi.ManagerProtocol;
import org.reweave.reconfig.spi.NicAgent;
import org.reweave.reconfig.spi.NicSite;
import org.reweave.reconfig.spi.PlainNicAgent;
import org.reweave.reconfig.spi.PlainSwitchAgent;
import org.reweave.reconfig.spi.Promise;
import org.reweave.reconfig.spi.Promises;
import org.reweave.reconfig.spi.Reduction;
import org.reweave.reconfig.spi.Scheme;
import org.reweave.reconfig.spi.SchemeDescription;
import org.reweave.reconfig.spi.SchemeOptions;
import org.reweave.reconfig.spi.SwitchAgent;
import org.reweave.reconfig.spi.SwitchSite;
import org.reweave.reconfig.spi.UpdateAll;

/**
 * Each switch uses its table as the table arrives, nothing else: the baseline that can deadlock
 * (reconfig/docs/schemes.md).
 */
public final class Naive implements Scheme {
    private static final SchemeDescription DESCRIPTION = SchemeDescription.of(
                    "naive", "every switch uses its new table as it arrives; can deadlock")
            .promises(Promises.BASIC.and(Promise.NO_DISCARD))
            .reduction(Reduction.TABLES_ALONE)
            .worksFlitByFlit()
            .worksByClass()
            .build();

    @Override
    public SchemeDescription description() {
        return DESCRIPTION;
    }

    @Override
    public ManagerProtocol<?> manager(SchemeOptions options) {
        return new UpdateAll(Extent.FULL, false);
    }

    @Override
    public SwitchAgent switchAgent(SchemeOptions options, SwitchSite site) {
        return new PlainSwitchAgent(site);
    }

    @Override
    public NicAgent nicAgent(SchemeOptions options, NicSite site) {
        return new PlainNicAgent();
    }
}
