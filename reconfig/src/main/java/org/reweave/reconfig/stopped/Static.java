package org.reweave.reconfig.stopped;

import org.reweave.reconfig.spi.ManagerProtocol;
import org.reweave.reconfig.spi.NicAgent;
import org.reweave.reconfig.spi.NicSite;
import org.reweave.reconfig.spi.PlainSwitchAgent;
import org.reweave.reconfig.spi.Scheme;
import org.reweave.reconfig.spi.SchemeOptions;
import org.reweave.reconfig.spi.SwitchAgent;
import org.reweave.reconfig.spi.SwitchSite;

/**
 * Static reconfiguration, ST: all injection stops, the network drains, tables are replaced, injection resumes. Source:
 * thesis §7.4, reconfig/docs/static-reconfiguration.md.
 */
public final class Static implements Scheme {
    @Override
    public String name() {
        return "static";
    }

    @Override
    public String summary() {
        return "static reconfiguration: injection stops, the network drains, tables are replaced, injection resumes (thesis §7.4)";
    }

    @Override
    public ManagerProtocol<?> manager(SchemeOptions options) {
        return new StaticManager(options.tablesAtOnce());
    }

    @Override
    public SwitchAgent switchAgent(SchemeOptions options, SwitchSite site) {
        return new PlainSwitchAgent(site);
    }

    @Override
    public NicAgent nicAgent(SchemeOptions options, NicSite site) {
        return new StaticNicAgent();
    }
}
