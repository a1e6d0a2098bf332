package org.reweave.reconfig.manager;

import org.reweave.reconfig.spi.ManagerProtocol;
import org.reweave.reconfig.state.StateVisitor;
import org.reweave.routing.topology.FabricMap;

/**
 * The manager's state.
 *
 * @param change number of the change whose tables were made last, from 1; 0 = there was none
 * @param asked whether the next discovery leads to new tables even if nothing has changed
 * @param reach the devices that the change under way is for, as long as its tables are computed
 * @param delivery what devices are sent without the scheme's protocol
 * @param protocol state of the scheme's protocol
 */
public record ManagerState<S>(
        Phase phase,
        long change,
        boolean asked,
        Knowledge knowledge,
        Agenda agenda,
        Reach reach,
        Delivery delivery,
        S protocol) {
    /** The manager's occupation. */
    public enum Phase {
        /** Nothing is under way. */
        IDLE,
        /** The fabric is being discovered. */
        DISCOVERING,
        /** A driver marks the paths that have failed; no time passes in this phase. */
        MARKING,
        /** Tables are being computed. */
        COMPUTING,
        /** Tables, or marks on paths, are being sent; the scheme's protocol says when that is complete. */
        UPDATING,
        /** NICs that joined are told what they missed; or the protocol ends a change that has no tables. */
        SETTLING,
        /** Devices are sent tables or paths without the scheme's protocol, see {@link Delivery}. */
        DELIVERING
    }

    private static final Phase[] PHASES = Phase.values();

    /** Number of the change under way, or of the last one. */
    public long changeUnderWay() {
        return phase == Phase.COMPUTING ? change + 1 : change;
    }

    /** Number of the first change that begins later. */
    public long nextChange() {
        return changeUnderWay() + 1;
    }

    /** This state with a corrected map, for which there are no tables yet. */
    ManagerState<S> on(FabricMap corrected, FabricMap old) {
        return new ManagerState<>(
                phase, change, true, knowledge.on(corrected, old), agenda, reach, delivery.toBeChecked(), protocol);
    }

    /** This state, or the one written in its place. */
    ManagerState<S> visit(StateVisitor state, ManagerProtocol<S> rules) {
        return new ManagerState<>(
                state.value(phase, PHASES),
                state.value(change),
                state.value(asked),
                knowledge.visit(state),
                agenda.visit(state),
                new Reach(state.list(reach.switches()), state.list(reach.nics())),
                delivery.visit(state),
                rules.visit(state, protocol));
    }
}
