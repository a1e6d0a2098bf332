package org.reweave.reconfig.token;

import org.reweave.reconfig.spi.ManagerProtocol;
import org.reweave.reconfig.spi.NicAgent;
import org.reweave.reconfig.spi.NicSite;
import org.reweave.reconfig.spi.Scheme;
import org.reweave.reconfig.spi.SchemeOptions;
import org.reweave.reconfig.spi.SwitchAgent;
import org.reweave.reconfig.spi.SwitchSite;

/**
 * Simple Reconfiguration: a token per channel separates packets of the old tables from those of the new. Source: thesis
 * §2.1.8, §7.4; reconfig/docs/token.md.
 *
 * @param tablesFirst whether tokens wait until all tables are stored
 */
public record SimpleReconfiguration(String name, String summary, boolean tablesFirst) implements Scheme {
    /**
     * "Packet dropping aware": tokens are issued while tables are sent, so that the old tables are used no longer than
     * need be.
     */
    public static final SimpleReconfiguration PDA = new SimpleReconfiguration(
            "sr-pda",
            "Simple Reconfiguration, packet dropping aware: tokens go out at once, tables follow (thesis §7.4)",
            false);

    /**
     * "Latency aware": tables are stored everywhere before the tokens are issued, so that no packet waits for a table.
     */
    public static final SimpleReconfiguration LA = new SimpleReconfiguration(
            "sr-la",
            "Simple Reconfiguration, latency aware: tables are stored everywhere first, then tokens go out (thesis §7.4)",
            true);

    @Override
    public ManagerProtocol<?> manager(SchemeOptions options) {
        return new TokenManager(tablesFirst);
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
