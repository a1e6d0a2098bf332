package org.reweave.reconfig.ddrc;

import java.util.Optional;
import org.reweave.reconfig.spi.ManagerEffect.Extent;
import org.reweave.reconfig.spi.ManagerProtocol;
import org.reweave.reconfig.spi.NicAgent;
import org.reweave.reconfig.spi.PlainNicAgent;
import org.reweave.reconfig.spi.PlainSwitchAgent;
import org.reweave.reconfig.spi.Scheme;
import org.reweave.reconfig.spi.SchemeOptions;
import org.reweave.reconfig.spi.SwitchAgent;
import org.reweave.reconfig.spi.SwitchSite;
import org.reweave.reconfig.spi.UpdateAll;
import org.reweave.routing.faulttolerance.TreeGeometry;
import org.reweave.routing.topology.Fabric;

/** Deterministic dynamic reconfiguration of k-ary n-trees: the switches at a fault tell the manager, which computes standard fat-tree
 *  routing for what is left and sends it; meanwhile packets are lost. Old and new paths go up and then down, so that their mixture cannot
 *  deadlock on one VL. Source: fat-tree paper §VIII, distributed routing. */
public final class Ddrc implements Scheme {
    @Override
    public String name() {
        return "ddrc";
    }

    @Override
    public String summary() {
        return "new fat-tree tables for what is left of a k-ary n-tree, used as they arrive: up and then down cannot deadlock";
    }

    @Override
    public Scheme on(Fabric fabric) {
        TreeGeometry.of(fabric, name());
        return this;
    }

    @Override
    public Optional<String> engine() {
        return Optional.of("fat-tree");
    }

    @Override
    public ManagerProtocol<?> manager(SchemeOptions options) {
        return new UpdateAll(Extent.DIFFERENCE, false);
    }

    @Override
    public SwitchAgent switchAgent(SchemeOptions options, SwitchSite site) {
        return new PlainSwitchAgent(site);
    }

    @Override
    public NicAgent nicAgent(SchemeOptions options) {
        return new PlainNicAgent();
    }
}
