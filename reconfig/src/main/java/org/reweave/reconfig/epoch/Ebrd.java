package org.reweave.reconfig.epoch;

import org.reweave.reconfig.spi.ManagerEffect.Extent;
import org.reweave.reconfig.spi.ManagerProtocol;
import org.reweave.reconfig.spi.NicAgent;
import org.reweave.reconfig.spi.NicSite;
import org.reweave.reconfig.spi.Scheme;
import org.reweave.reconfig.spi.SchemeOptions;
import org.reweave.reconfig.spi.SwitchAgent;
import org.reweave.reconfig.spi.SwitchSite;
import org.reweave.reconfig.spi.UpdateAll;

/** {@link Ebr} that sends only what differs between the old and the new tables (thesis §6.5). */
public final class Ebrd implements Scheme {
    @Override
    public String name() {
        return "ebrd";
    }

    @Override
    public String summary() {
        return "Epoch-Based Reconfiguration with table differences (thesis §6.5)";
    }

    @Override
    public ManagerProtocol<?> manager(SchemeOptions options) {
        UpdateAll update = new UpdateAll(Extent.DIFFERENCE, true);
        return options.epochBits() == 1 ? new AnnouncedUpdate(update) : update;
    }

    @Override
    public SwitchAgent switchAgent(SchemeOptions options, SwitchSite site) {
        return new EpochSwitchAgent(options, site);
    }

    @Override
    public NicAgent nicAgent(SchemeOptions options, NicSite site) {
        return new EpochNicAgent(options);
    }
}
