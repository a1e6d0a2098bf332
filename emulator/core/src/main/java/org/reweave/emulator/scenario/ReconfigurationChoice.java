package org.reweave.emulator.scenario;

import java.util.List;
import java.util.Optional;
import org.reweave.reconfig.Schemes;
import org.reweave.reconfig.spi.Completion;
import org.reweave.reconfig.spi.PathSource;
import org.reweave.reconfig.spi.SchemeDescription;
import org.reweave.reconfig.spi.SchemeOptions;
import org.reweave.reconfig.spi.UpdateOrder;

/**
 * The reconfiguration scheme, its options, and the engine of the new tables.
 *
 * @param scheme its registered name; {@link #NONE} = the manager never reacts
 * @param options of the scheme
 * @param routing the engine and options of the new tables
 * @param order in which devices get their tables
 * @param lmc address bits of a NIC for RFTR's paths (RFTR, combined): 0 to 7
 * @param migrateAfter time-outs of a packet after which a NIC migrates by itself (APM, combined); 0 = never
 * @param rerouteTimeout cycles without U-turns after which a switch clears its rerouting vector (adaptive rerouting)
 */
public record ReconfigurationChoice(
        String scheme,
        SchemeOptions options,
        RoutingChoice routing,
        UpdateOrder order,
        int lmc,
        int migrateAfter,
        long rerouteTimeout) {
    /** The scheme of a run in which nothing is reconfigured. */
    public static final String NONE = "none";

    /** Another scheme with its usual options and order. */
    public ReconfigurationChoice under(String other) {
        UpdateOrder itsOrder = Schemes.get(other).description().order();
        return new ReconfigurationChoice(
                other, SchemeOptions.DEFAULT, routing, itsOrder, lmc, migrateAfter, rerouteTimeout);
    }

    /** The same scheme with other options. */
    public ReconfigurationChoice with(SchemeOptions other) {
        return new ReconfigurationChoice(scheme, other, routing, order, lmc, migrateAfter, rerouteTimeout);
    }

    /** The scheme's description; empty where nothing is reconfigured. */
    public Optional<SchemeDescription> description() {
        return scheme.equals(NONE)
                ? Optional.empty()
                : Optional.of(Schemes.get(scheme).description());
    }

    /** Whether another manager can take over from the one of this scheme. */
    public boolean canBeTakenOver() {
        boolean isOfEngine = description()
                .filter(each -> each.hasManager(options))
                .filter(each -> each.sources().equals(List.of(PathSource.ENGINE)))
                .isPresent();
        return isOfEngine && Schemes.get(scheme).manager(options).canBeTakenOver();
    }

    /** Whether NICs write routes into their packets and choose other routes after a fault; no tables change then. */
    public boolean isSourceRouted() {
        return description()
                .filter(scheme -> scheme.completion(options) == Completion.LAST_BROADCAST)
                .isPresent();
    }
}
