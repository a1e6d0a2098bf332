package org.reweave.reconfig.localreroute;

import java.util.Optional;
import org.reweave.reconfig.spi.ManagerProtocol;
import org.reweave.reconfig.spi.NicAgent;
import org.reweave.reconfig.spi.NicSite;
import org.reweave.reconfig.spi.PlainNicAgent;
import org.reweave.reconfig.spi.Scheme;
import org.reweave.reconfig.spi.SchemeOptions;
import org.reweave.reconfig.spi.SwitchAgent;
import org.reweave.reconfig.spi.SwitchSite;
import org.reweave.routing.rerouting.TreeAddresses;
import org.reweave.routing.topology.Fabric;
import org.reweave.routing.topology.Faults;

/**
 * Dynamic local rerouting: switches of a k-ary n-tree send packets round faults by themselves, and nothing is ever
 * reconfigured (fat-tree paper §V).
 */
public final class Dlr implements Scheme {
    private final TreeAddresses addresses; // null until a fabric is known

    public Dlr() {
        this(null);
    }

    private Dlr(TreeAddresses addresses) {
        this.addresses = addresses;
    }

    @Override
    public String name() {
        return "dlr";
    }

    @Override
    public String summary() {
        return "switches of a k-ary n-tree reroute locally by reconfiguration.rerouting; tables stay as they are";
    }

    @Override
    public Scheme on(Fabric fabric, Faults absent, SchemeOptions options) {
        return new Dlr(new TreeAddresses(fabric, name()));
    }

    @Override
    public Optional<String> engine() {
        return Optional.of("fat-tree");
    }

    @Override
    public int laneCount(SchemeOptions options) {
        return options.rerouting().layers();
    }

    @Override
    public boolean hasManager(SchemeOptions options) {
        return false;
    }

    @Override
    public ManagerProtocol<?> manager(SchemeOptions options) {
        throw new IllegalStateException("dlr has no manager");
    }

    @Override
    public SwitchAgent switchAgent(SchemeOptions options, SwitchSite site) {
        return new LocalRerouteAgent(site, addresses, options.rerouting(), false);
    }

    @Override
    public NicAgent nicAgent(SchemeOptions options, NicSite site) {
        return new PlainNicAgent();
    }
}
