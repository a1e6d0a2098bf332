package org.reweave.emulator.scenario;

import org.reweave.emulator.device.manager.UpdateOrder;
import org.reweave.reconfig.ddrc.Ddrc;
import org.reweave.reconfig.spi.DdrcMode;
import org.reweave.routing.rerouting.LocalRerouting;

/**
 * How the fabric changes over to new tables.
 *
 * @param scheme its registered name; {@link #NONE} = the manager never reacts
 * @param routing the engine and options of the new tables
 * @param order in which devices get their tables
 * @param forwardingMark epoch that a packet is marked with when it is forwarded (EBR and EBRD)
 * @param epochBits width of the epoch fields (EBR and EBRD): 1 (thesis Table 6.1) or 3 to 16 (Table 6.2)
 * @param overlap whether a change ends another that is under way (EBR and EBRD)
 * @param distribution when tables are sent (ST)
 * @param lmc address bits of a NIC for RFTR's paths (RFTR, combined): 0 to 7
 * @param migrateAfter time-outs of a packet after which a NIC migrates by itself (APM, combined); 0 = never
 * @param rerouting the algorithm of local rerouting (DLR and the hybrid)
 * @param rerouteTimeout cycles without U-turns after which a switch forgets what they taught it (adaptive rerouting)
 * @param ddrc who routes round a fault (DDRC)
 */
public record ReconfigurationChoice(
        String scheme,
        RoutingChoice routing,
        UpdateOrder order,
        ForwardingMark forwardingMark,
        int epochBits,
        boolean overlap,
        Distribution distribution,
        int lmc,
        int migrateAfter,
        LocalRerouting rerouting,
        long rerouteTimeout,
        DdrcMode ddrc) {
    /** The scheme of a run in which nothing is reconfigured. */
    public static final String NONE = "none";

    /** Whether NICs write their packets' routes and choose others when something fails; nobody changes tables then. */
    public boolean isSourceRouted() {
        return scheme.equals(Ddrc.NAME) && ddrc == DdrcMode.SOURCE_BROADCAST;
    }

    /** When static reconfiguration sends tables. */
    public enum Distribution {
        /** When the network is empty. */
        DRAINED,
        /** When they are computed, as thesis §7.4 has it; old packets under new tables can deadlock. */
        AT_ONCE
    }

    /** Thesis §6.6, which contradicts itself; see reconfig/docs/epoch-based-reconfiguration.md. */
    public enum ForwardingMark {
        /** The epoch of the tables that routed the packet ({@code E_pck := E_rtd}). */
        ROUTED,
        /** The epoch of the switch when it forwards ({@code E_pck := E_schd}), which can deadlock. */
        AS_PRINTED
    }
}
