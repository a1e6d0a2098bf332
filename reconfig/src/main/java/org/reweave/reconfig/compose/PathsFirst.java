package org.reweave.reconfig.compose;

import org.reweave.reconfig.epoch.Ebr;
import org.reweave.reconfig.epoch.EpochOptions;
import org.reweave.reconfig.spi.Completion;
import org.reweave.reconfig.spi.ManagerProtocol;
import org.reweave.reconfig.spi.NicAgent;
import org.reweave.reconfig.spi.NicSite;
import org.reweave.reconfig.spi.PathSource;
import org.reweave.reconfig.spi.Promise;
import org.reweave.reconfig.spi.Promises;
import org.reweave.reconfig.spi.Scheme;
import org.reweave.reconfig.spi.SchemeDescription;
import org.reweave.reconfig.spi.SchemeOptions;
import org.reweave.reconfig.spi.SwitchAgent;
import org.reweave.reconfig.spi.SwitchSite;

/**
 * Paths are added after a fault as long as added paths can serve all pairs. Any other change, and the return of a
 * failed element, is a change of the routing by EBRD; after the first such change, every change is a change of the
 * routing (reconfig/docs/path-migration.md).
 */
public record PathsFirst(SchemeDescription description) implements Scheme {
    /**
     * Reachability-based fault-tolerant routing as a reconfiguration: only the pairs that a fault broke get new paths,
     * under new LIDs; the switches concerned get the entries, and then the NICs the LIDs (thesis §5.4, Fig. 5.5).
     */
    public static final PathsFirst RFTR = new PathsFirst(describe(
            "rftr",
            "RFTR: new paths joined from old ones, acknowledged before use; EBRD when that is not possible (thesis §5.4)",
            PathSource.JOINED,
            PathSource.ENGINE));

    /**
     * The three mechanisms of the thesis together, as its §9.4 proposes: NICs migrate at once to their other disjoint
     * path; RFTR computes paths in the background for the registers that no disjoint path can fill any more; and when a
     * pair has no path of either kind, the routing changes.
     */
    public static final PathsFirst COMBINED = new PathsFirst(describe(
            "combined",
            "disjoint paths first, RFTR in the background, EBRD last (thesis §9.4)",
            PathSource.DISJOINT,
            PathSource.JOINED,
            PathSource.ENGINE));

    private static SchemeDescription describe(String name, String summary, PathSource... sources) {
        return Ebr.marksEpochs(SchemeDescription.of(name, summary))
                .options(EpochOptions.MARK, EpochOptions.WIDE_BITS)
                .sources(sources)
                .completion(Completion.LAST_DEVICE)
                .promises(Promises.ON_PATHS.and(
                        Promise.EVERY_PAIR_HAS_A_PATH, Promise.PATHS_DISCARD_NOTHING, Promise.LISTED_CASES_ONLY))
                .build();
    }

    @Override
    public ManagerProtocol<?> manager(SchemeOptions options) {
        return new PathsThenEpochs();
    }

    @Override
    public SwitchAgent switchAgent(SchemeOptions options, SwitchSite site) {
        return Ebr.DIFFERENCES.switchAgent(options, site);
    }

    @Override
    public NicAgent nicAgent(SchemeOptions options, NicSite site) {
        return Ebr.DIFFERENCES.nicAgent(options, site);
    }
}
