package org.reweave.reconfig.doublescheme;

import org.reweave.reconfig.spi.ManagerProtocol;
import org.reweave.reconfig.spi.NicAgent;
import org.reweave.reconfig.spi.NicSite;
import org.reweave.reconfig.spi.Scheme;
import org.reweave.reconfig.spi.SchemeOptions;
import org.reweave.reconfig.spi.SwitchAgent;
import org.reweave.reconfig.spi.SwitchSite;

/**
 * The Double Scheme: one of two VLs is emptied under the old routing and then is the escape under the new one. Source:
 * thesis §2.1.8, §7.4; reconfig/docs/double-scheme.md.
 */
public final class DoubleScheme implements Scheme {
    @Override
    public String name() {
        return "double-scheme";
    }

    @Override
    public String summary() {
        return "Double Scheme: VL 1 is emptied, then it is the escape under the new tables (thesis §7.4)";
    }

    @Override
    public ManagerProtocol<?> manager(SchemeOptions options) {
        return new DoubleManager();
    }

    @Override
    public SwitchAgent switchAgent(SchemeOptions options, SwitchSite site) {
        return new DoubleSwitchAgent(site);
    }

    @Override
    public NicAgent nicAgent(SchemeOptions options, NicSite site) {
        return new DoubleNicAgent(site);
    }

    @Override
    public int laneCount(SchemeOptions options) {
        return 2;
    }

    @Override
    public int mostLanes() {
        return 2;
    }

    @Override
    public boolean needsPlainTables() {
        return true;
    }

    @Override
    public boolean needsSingleLaneTables() {
        return true;
    }

    @Override
    public boolean endsWithReports() {
        return true;
    }
}
