package org.reweave.reconfig.doublescheme;

import java.util.List;
import org.reweave.reconfig.spi.Roll;
import org.reweave.reconfig.state.StateVisitor;

/**
 * State of the Double Scheme in the manager.
 *
 * @param change number of the change under way or last begun, from 0
 * @param mixed some switches use the new tables of this change, others perhaps not yet
 * @param sent the new tables have been sent
 * @param switches and {@code nics}: the devices that take part, in the order of the updates
 */
record DoubleState(
        Stage stage, long change, boolean mixed, boolean sent, List<Integer> switches, List<Integer> nics, Roll roll) {
    /** The manager's stage in a change. */
    enum Stage {
        RUNNING,
        /** VL 1 is being emptied. */
        EMPTYING,
        /** A broadcast has told all devices to use both VLs with the new tables. */
        OPENING,
        /**
         * There are no new tables, or NICs have come back: a control packet tells these devices to use both VLs again.
         */
        RESUMING,
        /** The manager discovers the fabric anew. */
        REDISCOVERING
    }

    private static final Stage[] STAGES = Stage.values();

    static final DoubleState INITIAL =
            new DoubleState(Stage.RUNNING, 0, false, false, List.of(), List.of(), Roll.EMPTY);

    DoubleState {
        switches = List.copyOf(switches);
        nics = List.copyOf(nics);
    }

    DoubleState at(Stage next, Roll waiting) {
        return new DoubleState(next, change, mixed, sent, switches, nics, waiting);
    }

    DoubleState with(Roll waiting) {
        return at(stage, waiting);
    }

    /** The next change. */
    DoubleState begin(List<Integer> withSwitches, List<Integer> withNics) {
        return new DoubleState(stage, change + 1, mixed, false, withSwitches, withNics, Roll.EMPTY);
    }

    DoubleState tablesSent() {
        return new DoubleState(stage, change, mixed, true, switches, nics, roll.sentTo(switches));
    }

    DoubleState mixed(boolean now) {
        return new DoubleState(stage, change, now, sent, switches, nics, roll);
    }

    DoubleState skip(long changes) {
        return new DoubleState(stage, change + changes, mixed, sent, switches, nics, roll);
    }

    /** This state, or the one written in its place. */
    DoubleState visit(StateVisitor state) {
        return new DoubleState(
                state.value(stage, STAGES),
                state.value(change),
                state.value(mixed),
                state.value(sent),
                state.list(switches),
                state.list(nics),
                roll.visit(state));
    }
}
