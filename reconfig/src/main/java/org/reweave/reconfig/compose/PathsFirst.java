package org.reweave.reconfig.compose;

import java.util.List;
import org.reweave.reconfig.epoch.Ebr;
import org.reweave.reconfig.spi.ManagerProtocol;
import org.reweave.reconfig.spi.NicAgent;
import org.reweave.reconfig.spi.NicSite;
import org.reweave.reconfig.spi.PathSource;
import org.reweave.reconfig.spi.Scheme;
import org.reweave.reconfig.spi.SchemeOptions;
import org.reweave.reconfig.spi.SwitchAgent;
import org.reweave.reconfig.spi.SwitchSite;

/**
 * Paths are added after a fault as long as that is possible; what it cannot serve, also an element that comes back, is
 * a change of the routing by EBRD, after which every change is one (reconfig/docs/path-migration.md).
 */
public record PathsFirst(String name, String summary, List<PathSource> sources) implements Scheme {
    /**
     * Reachability-based fault-tolerant routing as a reconfiguration: only the pairs that a fault broke get new paths,
     * under new LIDs; the switches concerned get the entries, and then the NICs the LIDs (thesis §5.4, Fig. 5.5).
     */
    public static final PathsFirst RFTR = new PathsFirst(
            "rftr",
            "RFTR: new paths joined from old ones, acknowledged before use; EBRD when that is not possible (thesis §5.4)",
            List.of(PathSource.JOINED, PathSource.ENGINE));

    /**
     * The three mechanisms of the thesis together, as its §9.4 proposes: NICs migrate at once to their other disjoint
     * path; RFTR computes paths in the background, which take the places that no disjoint path can fill any more; and
     * when a pair has none of either kind, the routing changes.
     */
    public static final PathsFirst COMBINED = new PathsFirst(
            "combined",
            "disjoint paths first, RFTR in the background, EBRD last (thesis §9.4)",
            List.of(PathSource.DISJOINT, PathSource.JOINED, PathSource.ENGINE));

    private static final Scheme LAST = Ebr.DIFFERENCES;

    public PathsFirst {
        sources = List.copyOf(sources);
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
        return LAST.switchAgent(options, site);
    }

    @Override
    public NicAgent nicAgent(SchemeOptions options, NicSite site) {
        return LAST.nicAgent(options, site);
    }
}
