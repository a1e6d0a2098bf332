package org.reweave.reconfig.token;

import org.reweave.reconfig.spi.ManagerProtocol;
import org.reweave.reconfig.spi.NicAgent;
import org.reweave.reconfig.spi.NicSite;
import org.reweave.reconfig.spi.Scheme;
import org.reweave.reconfig.spi.SchemeOptions;
import org.reweave.reconfig.spi.SwitchAgent;
import org.reweave.reconfig.spi.SwitchSite;

/** Simple Reconfiguration that is "packet dropping aware": tokens are issued while tables are sent, so that the old tables are used no longer
 *  than need be. Source: thesis §2.1.8, §7.4; SPEC §5. */
public final class SrPda implements Scheme {
    @Override
    public String name() {
        return "sr-pda";
    }

    @Override
    public String summary() {
        return "Simple Reconfiguration, packet dropping aware: tokens go out at once, tables follow (thesis §7.4)";
    }

    @Override
    public ManagerProtocol<?> manager(SchemeOptions options) {
        return new TokenManager(false);
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
