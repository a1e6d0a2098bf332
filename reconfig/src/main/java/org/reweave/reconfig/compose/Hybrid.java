package org.reweave.reconfig.compose;

import org.reweave.reconfig.localreroute.Dlr;
import org.reweave.reconfig.localreroute.LocalRerouteAgent;
import org.reweave.reconfig.spi.ManagerEffect.Extent;
import org.reweave.reconfig.spi.ManagerProtocol;
import org.reweave.reconfig.spi.NicAgent;
import org.reweave.reconfig.spi.NicSite;
import org.reweave.reconfig.spi.PlainNicAgent;
import org.reweave.reconfig.spi.Promises;
import org.reweave.reconfig.spi.Scheme;
import org.reweave.reconfig.spi.SchemeDescription;
import org.reweave.reconfig.spi.SchemeOptions;
import org.reweave.reconfig.spi.SwitchAgent;
import org.reweave.reconfig.spi.SwitchSite;
import org.reweave.reconfig.spi.UpdateAll;
import org.reweave.routing.rerouting.TreeAddresses;
import org.reweave.routing.topology.Fabric;
import org.reweave.routing.topology.Faults;

/**
 * Local rerouting until the manager's new tables are in (fat-tree paper §VIII.A): a packet follows the table of each
 * switch while the table leads into a working link, and is rerouted locally where the table leads into a failed link.
 * Once all tables are new, no table leads into a failed link.
 */
public final class Hybrid implements Scheme {
    private static final SchemeDescription DESCRIPTION = Dlr.rerouting(SchemeDescription.of(
                    "hybrid",
                    "local rerouting as in dlr until new tables for what is left of the fat tree are in force"))
            .promises(Promises.BASIC.and(Dlr.REROUTED))
            .build();

    private final TreeAddresses addresses; // null until a fabric is known

    public Hybrid() {
        this(null);
    }

    private Hybrid(TreeAddresses addresses) {
        this.addresses = addresses;
    }

    @Override
    public SchemeDescription description() {
        return DESCRIPTION;
    }

    @Override
    public Scheme on(Fabric fabric, Faults absent, SchemeOptions options) {
        return new Hybrid(new TreeAddresses(fabric, name()));
    }

    @Override
    public ManagerProtocol<?> manager(SchemeOptions options) {
        return new UpdateAll(Extent.DIFFERENCE, false);
    }

    @Override
    public SwitchAgent switchAgent(SchemeOptions options, SwitchSite site) {
        return new LocalRerouteAgent(site, addresses, options.get(Dlr.ALGORITHM), true);
    }

    @Override
    public NicAgent nicAgent(SchemeOptions options, NicSite site) {
        return new PlainNicAgent();
    }
}
