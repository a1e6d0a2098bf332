package org.reweave.reconfig.epoch;

import org.reweave.reconfig.spi.ManagerEffect.Extent;
import org.reweave.reconfig.spi.ManagerProtocol;
import org.reweave.reconfig.spi.NicAgent;
import org.reweave.reconfig.spi.NicSite;
import org.reweave.reconfig.spi.Scheme;
import org.reweave.reconfig.spi.SchemeOptions;
import org.reweave.reconfig.spi.SwitchAgent;
import org.reweave.reconfig.spi.SwitchSite;

/**
 * Epoch-Based Reconfiguration: tables are used as they arrive, and a packet that old and new tables together could
 * deadlock is discarded where it lacks room. Source: thesis ch. 6. Every switch and NIC gets the new epoch, even with
 * an unchanged table (reconfig/docs/epoch-based-reconfiguration.md).
 *
 * @param extent what is sent of a table
 */
public record Ebr(String name, String summary, Extent extent) implements Scheme {
    public static final Ebr FULL =
            new Ebr("ebr", "Epoch-Based Reconfiguration with full tables (thesis ch. 6)", Extent.FULL);

    /** Only what differs between the old and the new tables is sent (thesis §6.5). */
    public static final Ebr DIFFERENCES =
            new Ebr("ebrd", "Epoch-Based Reconfiguration with table differences (thesis §6.5)", Extent.DIFFERENCE);

    @Override
    public boolean notifiesNics() {
        return true;
    }

    @Override
    public boolean overlapsChanges() {
        return true;
    }

    @Override
    public ManagerProtocol<?> manager(SchemeOptions options) {
        return GuardedUpdate.of(extent, options);
    }

    @Override
    public SwitchAgent switchAgent(SchemeOptions options, SwitchSite site) {
        return new EpochSwitchAgent(options, site);
    }

    @Override
    public NicAgent nicAgent(SchemeOptions options, NicSite site) {
        return new EpochNicAgent(options, site);
    }
}
