package org.reweave.reconfig.epoch;

import org.reweave.reconfig.spi.ManagerEffect.Extent;
import org.reweave.reconfig.spi.ManagerProtocol;
import org.reweave.reconfig.spi.NicAgent;
import org.reweave.reconfig.spi.NicSite;
import org.reweave.reconfig.spi.Scheme;
import org.reweave.reconfig.spi.SchemeOptions;
import org.reweave.reconfig.spi.SwitchAgent;
import org.reweave.reconfig.spi.SwitchSite;

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
    public boolean notifiesNics() {
        return true;
    }

    @Override
    public boolean overlapsChanges() {
        return true;
    }

    @Override
    public ManagerProtocol<?> manager(SchemeOptions options) {
        return GuardedUpdate.of(Extent.DIFFERENCE, options);
    }

    @Override
    public SwitchAgent switchAgent(SchemeOptions options, SwitchSite site) {
        return new EpochSwitchAgent(options, site);
    }

    @Override
    public NicAgent nicAgent(SchemeOptions options, NicSite site) {
        return new EpochNicAgent(options, site);
    }
}
