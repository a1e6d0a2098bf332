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

/** The three mechanisms of the thesis together, as its §9.4 proposes: NICs migrate at once to their other disjoint path; RFTR computes paths in
 *  the background, which take the places that no disjoint path can fill any more; and when a pair has none of either kind, the routing
 *  changes by EBRD, after which every change is one. */
public final class Combined implements Scheme {
    private final Scheme last = new Ebrd();

    @Override
    public String name() {
        return "combined";
    }

    @Override
    public String summary() {
        return "disjoint paths first, RFTR in the background, EBRD last (thesis §9.4)";
    }

    @Override
    public List<PathSource> sources() {
        return List.of(PathSource.DISJOINT, PathSource.JOINED, PathSource.ENGINE);
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
