package org.reweave.emulator.cli.explore;

import org.reweave.reconfig.spi.ManagerEffect.Extent;
import org.reweave.reconfig.spi.ManagerProtocol;
import org.reweave.reconfig.spi.NicAgent;
import org.reweave.reconfig.spi.NicSite;
import org.reweave.reconfig.spi.Promises;
import org.reweave.reconfig.spi.Scheme;
import org.reweave.reconfig.spi.SchemeDescription;
import org.reweave.reconfig.spi.SchemeOptions;
import org.reweave.reconfig.spi.SwitchAgent;
import org.reweave.reconfig.spi.SwitchSite;
import org.reweave.reconfig.spi.UpdateAll;

/** A stranger's scheme that fails to make its agents. */
public final class SchemeWithoutAgents implements Scheme {
    @Override
    public SchemeDescription description() {
        return SchemeDescription.of("without-agents", "has no agents")
                .promises(Promises.BASIC)
                .build();
    }

    @Override
    public ManagerProtocol<?> manager(SchemeOptions options) {
        return new UpdateAll(Extent.DIFFERENCE, true);
    }

    @Override
    public SwitchAgent switchAgent(SchemeOptions options, SwitchSite site) {
        throw new IllegalStateException("not written yet");
    }

    @Override
    public NicAgent nicAgent(SchemeOptions options, NicSite site) {
        throw new IllegalStateException("not written yet");
    }
}
