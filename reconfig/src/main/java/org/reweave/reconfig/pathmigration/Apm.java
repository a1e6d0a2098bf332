package org.reweave.reconfig.pathmigration;

import org.reweave.reconfig.spi.Completion;
import org.reweave.reconfig.spi.ManagerProtocol;
import org.reweave.reconfig.spi.NicAgent;
import org.reweave.reconfig.spi.NicSite;
import org.reweave.reconfig.spi.PathSource;
import org.reweave.reconfig.spi.PlainNicAgent;
import org.reweave.reconfig.spi.PlainSwitchAgent;
import org.reweave.reconfig.spi.Promise;
import org.reweave.reconfig.spi.Promises;
import org.reweave.reconfig.spi.Reduction;
import org.reweave.reconfig.spi.Scheme;
import org.reweave.reconfig.spi.SchemeDescription;
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
    private static final SchemeDescription DESCRIPTION = SchemeDescription.of(
                    "apm", "Automatic Path Migration over disjoint paths (thesis §4.1)")
            .sources(PathSource.DISJOINT)
            .notifiesNics()
            .completion(Completion.LAST_DEVICE)
            .promises(Promises.ON_PATHS.and(Promise.NO_DISCARD, Promise.NO_REVISIT, Promise.NO_LIVELOCK))
            .reduction(Reduction.SMPS_ALONE)
            .build();

    @Override
    public SchemeDescription description() {
        return DESCRIPTION;
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
