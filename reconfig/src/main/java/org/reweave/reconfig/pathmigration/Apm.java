package org.reweave.reconfig.pathmigration;

import java.util.List;
import org.reweave.reconfig.spi.ManagerProtocol;
import org.reweave.reconfig.spi.NicAgent;
import org.reweave.reconfig.spi.NicSite;
import org.reweave.reconfig.spi.PathSource;
import org.reweave.reconfig.spi.PlainNicAgent;
import org.reweave.reconfig.spi.PlainSwitchAgent;
import org.reweave.reconfig.spi.Scheme;
import org.reweave.reconfig.spi.SchemeOptions;
import org.reweave.reconfig.spi.SwitchAgent;
import org.reweave.reconfig.spi.SwitchSite;
import org.reweave.reconfig.spi.UpdatePaths;

/**
 * Automatic Path Migration over disjoint paths: every NIC holds two paths to each destination and goes over to the
 * other one when told that the one in use has failed; the manager then loads another alternative. Packets on the failed
 * path are lost. A pair all of whose paths have failed stays cut off. Source: thesis §3.4.1, §4.1.
 */
public final class Apm implements Scheme {
    @Override
    public String name() {
        return "apm";
    }

    @Override
    public String summary() {
        return "Automatic Path Migration over disjoint paths (thesis §4.1)";
    }

    @Override
    public List<PathSource> sources() {
        return List.of(PathSource.DISJOINT);
    }

    @Override
    public boolean notifiesNics() {
        return true;
    }

    @Override
    public ManagerProtocol<?> manager(SchemeOptions options) {
        return new UpdatePaths();
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
