package org.reweave.reconfig;

import java.util.List;
import org.reweave.reconfig.spi.ManagerProtocol;
import org.reweave.reconfig.spi.NicAgent;
import org.reweave.reconfig.spi.NicSite;
import org.reweave.reconfig.spi.PathSource;
import org.reweave.reconfig.spi.Scheme;
import org.reweave.reconfig.spi.SchemeOptions;
import org.reweave.reconfig.spi.SwitchAgent;
import org.reweave.reconfig.spi.SwitchSite;

/** A scheme with other options than it is asked for. */
record WithOptions(Scheme real, SchemeOptions options) implements Scheme {
    @Override
    public String name() {
        return real.name();
    }

    @Override
    public String summary() {
        return real.summary();
    }

    @Override
    public List<PathSource> sources() {
        return real.sources();
    }

    @Override
    public ManagerProtocol<?> manager(SchemeOptions ignored) {
        return real.manager(options);
    }

    @Override
    public SwitchAgent switchAgent(SchemeOptions ignored, SwitchSite site) {
        return real.switchAgent(options, site);
    }

    @Override
    public NicAgent nicAgent(SchemeOptions ignored, NicSite site) {
        return real.nicAgent(options, site);
    }
}
