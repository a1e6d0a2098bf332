package org.reweave.reconfig.token;

import org.reweave.reconfig.spi.ManagerProtocol;
import org.reweave.reconfig.spi.NicAgent;
import org.reweave.reconfig.spi.NicSite;
import org.reweave.reconfig.spi.Scheme;
import org.reweave.reconfig.spi.SchemeOptions;
import org.reweave.reconfig.spi.SwitchAgent;
import org.reweave.reconfig.spi.SwitchSite;

/** Simple Reconfiguration that is "latency aware": tables are stored everywhere before the tokens are issued, so that no packet waits for a
 *  table. Source: thesis §2.1.8, §7.4; SPEC §5. */
public final class SrLa implements Scheme {
    @Override
    public String name() {
        return "sr-la";
    }

    @Override
    public String summary() {
        return "Simple Reconfiguration, latency aware: tables are stored everywhere first, then tokens go out (thesis §7.4)";
    }

    @Override
    public ManagerProtocol<?> manager(SchemeOptions options) {
        return new TokenManager(true);
    }

    @Override
    public SwitchAgent switchAgent(SchemeOptions options, SwitchSite site) {
        return new TokenSwitchAgent(site);
    }

    @Override
    public NicAgent nicAgent(SchemeOptions options, NicSite site) {
        return new TokenNicAgent(site);
    }

    @Override
    public boolean needsDependencies() {
        return true;
    }

    @Override
    public boolean needsPlainTables() {
        return true;
    }

    @Override
    public boolean endsWithReports() {
        return true;
    }
}
