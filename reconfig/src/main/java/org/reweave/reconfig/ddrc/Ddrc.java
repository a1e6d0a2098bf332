package org.reweave.reconfig.ddrc;

import java.util.Optional;
import org.reweave.reconfig.spi.DdrcMode;
import org.reweave.reconfig.spi.ManagerEffect.Extent;
import org.reweave.reconfig.spi.ManagerProtocol;
import org.reweave.reconfig.spi.NicAgent;
import org.reweave.reconfig.spi.NicSite;
import org.reweave.reconfig.spi.PlainNicAgent;
import org.reweave.reconfig.spi.PlainSwitchAgent;
import org.reweave.reconfig.spi.Scheme;
import org.reweave.reconfig.spi.SchemeOptions;
import org.reweave.reconfig.spi.SwitchAgent;
import org.reweave.reconfig.spi.SwitchSite;
import org.reweave.reconfig.spi.UpdateAll;
import org.reweave.routing.rerouting.TreeGeometry;
import org.reweave.routing.topology.Fabric;
import org.reweave.routing.topology.Faults;

/**
 * Deterministic dynamic reconfiguration of k-ary n-trees. With a manager the switches at a fault tell it; it computes
 * standard fat-tree routing for what is left and sends it. With source routing they broadcast the fault, and NICs leave
 * out the paths that it is on. Until then packets are lost. Old and new paths go up and then down, so that their
 * mixture cannot deadlock on one VL. Source: fat-tree paper §VIII.
 */
public final class Ddrc implements Scheme {
    /** What users write. */
    public static final String NAME = "ddrc";

    private final SourceRoutes routes; // null unless on a fabric with source routing

    public Ddrc() {
        this(null);
    }

    private Ddrc(SourceRoutes routes) {
        this.routes = routes;
    }

    @Override
    public String name() {
        return NAME;
    }

    @Override
    public String summary() {
        return "fat-tree routing for what is left of a k-ary n-tree, used as it arrives: tables of a manager, or NICs' own after broadcasts";
    }

    @Override
    public Scheme on(Fabric fabric, Faults absent, SchemeOptions options) {
        TreeGeometry.of(fabric, name());
        return hasManager(options) ? this : new Ddrc(new SourceRoutes(fabric, absent, name()));
    }

    @Override
    public Optional<String> engine() {
        return Optional.of("fat-tree");
    }

    @Override
    public boolean hasManager(SchemeOptions options) {
        return options.ddrc() == DdrcMode.MANAGER;
    }

    /** @throws IllegalStateException with source routing */
    @Override
    public ManagerProtocol<?> manager(SchemeOptions options) {
        if (!hasManager(options)) {
            throw new IllegalStateException("ddrc has no manager where NICs route");
        }
        return new UpdateAll(Extent.DIFFERENCE, false);
    }

    @Override
    public SwitchAgent switchAgent(SchemeOptions options, SwitchSite site) {
        return hasManager(options) ? new PlainSwitchAgent(site) : new SourceSwitchAgent(site, routes);
    }

    @Override
    public NicAgent nicAgent(SchemeOptions options, NicSite site) {
        return hasManager(options) ? new PlainNicAgent() : new SourceNicAgent(site, routes);
    }
}
