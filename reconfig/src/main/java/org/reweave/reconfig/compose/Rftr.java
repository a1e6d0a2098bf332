package org.reweave.reconfig.compose;

import java.util.List;
import org.reweave.reconfig.epoch.Ebrd;
import org.reweave.reconfig.spi.ManagerProtocol;
import org.reweave.reconfig.spi.NicAgent;
import org.reweave.reconfig.spi.NicSite;
import org.reweave.reconfig.spi.PathSource;
import org.reweave.reconfig.spi.Scheme;
import org.reweave.reconfig.spi.SchemeOptions;
import org.reweave.reconfig.spi.SwitchAgent;
import org.reweave.reconfig.spi.SwitchSite;

/** Reachability-based fault-tolerant routing as a reconfiguration: after a fault only the pairs that it broke get new paths, under new LIDs; the
 *  switches concerned get the entries, and then the NICs the LIDs (thesis §5.4, Fig. 5.5). What RFTR cannot serve, also an element that comes
 *  back, is a change of the routing by EBRD, after which every change is one (SPEC §4). */
public final class Rftr implements Scheme {
    private final Scheme last = new Ebrd();

    @Override
    public String name() {
        return "rftr";
    }

    @Override
    public String summary() {
        return "RFTR: new paths joined from old ones, acknowledged before use; EBRD when that is not possible (thesis §5.4)";
    }

    @Override
    public List<PathSource> sources() {
        return List.of(PathSource.JOINED, PathSource.ENGINE);
    }

    @Override
    public boolean notifiesNics() {
        return true;
    }

    @Override
    public int leastEpochBits() {
        return 3;
    }

    @Override
    public ManagerProtocol<?> manager(SchemeOptions options) {
        return new PathsThenEpochs();
    }

    @Override
    public SwitchAgent switchAgent(SchemeOptions options, SwitchSite site) {
        return last.switchAgent(options, site);
    }

    @Override
    public NicAgent nicAgent(SchemeOptions options, NicSite site) {
        return last.nicAgent(options, site);
    }
}
