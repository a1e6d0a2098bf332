package org.reweave.reconfig.naive;

import org.reweave.reconfig.spi.ManagerEffect.Extent;
import org.reweave.reconfig.spi.ManagerProtocol;
import org.reweave.reconfig.spi.NicAgent;
import org.reweave.reconfig.spi.NicSite;
import org.reweave.reconfig.spi.PlainNicAgent;
import org.reweave.reconfig.spi.PlainSwitchAgent;
import org.reweave.reconfig.spi.Scheme;
import org.reweave.reconfig.spi.SchemeOptions;
import org.reweave.reconfig.spi.SwitchAgent;
import org.reweave.reconfig.spi.SwitchSite;
import org.reweave.reconfig.spi.UpdateAll;

/**
 * Each switch uses its table as it arrives, nothing else: the baseline that can deadlock (reconfig/docs/schemes.md).
 */
public final class Naive implements Scheme {
    @Override
    public String name() {
        return "naive";
    }

    @Override
    public String summary() {
        return "every switch uses its new table as it arrives; can deadlock";
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
