package org.reweave.reconfig.token;

import java.util.List;
import org.reweave.reconfig.spi.Roll;
import org.reweave.reconfig.state.StateVisitor;

/**
 * State of a Simple Reconfiguration in the manager.
 *
 * @param change number of the change under way or last begun, from 0; it is the tokens' mark, too
 * @param switches and {@code nics}: the devices that take part, in the order of the updates
 */
record TokenState(Stage stage, long change, List<Integer> switches, List<Integer> nics, Roll roll) {
    /** The manager's stage in a change. */
    enum Stage {
        RUNNING,
        /** SR-LA: tables are being stored. */
        STORING,
        /** A broadcast has told all devices to begin. */
        TOKENS,
        /** NICs that came back get the control packet of the last change. */
        JOINING,
        /** The manager discovers the fabric anew. */
        REDISCOVERING
    }

    private static final Stage[] STAGES = Stage.values();

    static final TokenState INITIAL = new TokenState(Stage.RUNNING, 0, List.of(), List.of(), Roll.EMPTY);

    TokenState {
        switches = List.copyOf(switches);
        nics = List.copyOf(nics);
    }

    TokenState at(Stage next, Roll waiting) {
        return new TokenState(next, change, switches, nics, waiting);
    }

    TokenState with(Roll waiting) {
        return at(stage, waiting);
    }

    /** The next change. */
    TokenState begin(List<Integer> withSwitches, List<Integer> withNics) {
        return new TokenState(stage, change + 1, withSwitches, withNics, Roll.EMPTY);
    }

    TokenState skip(long changes) {
        return new TokenState(stage, change + changes, switches, nics, roll);
    }

    /** This state, or the one written in its place. */
    TokenState visit(StateVisitor state) {
        return new TokenState(
                state.value(stage, STAGES),
                state.value(change),
                state.list(switches),
                state.list(nics),
                roll.visit(state));
    }
}
