package org.reweave.reconfig;

import org.reweave.reconfig.spi.AgentState;
import org.reweave.reconfig.spi.ManagerProtocol;
import org.reweave.reconfig.state.StateReader;
import org.reweave.reconfig.state.StateWriter;

/** States that were saved as words and read back. */
public final class Restored {
    private Restored() {}

    /** The state of an agent. */
    public static long[] words(AgentState agent) {
        return StateWriter.words(agent::visit);
    }

    /** Gives an agent the state of another. */
    public static void copy(AgentState from, AgentState to) {
        StateReader.read(words(from), to::visit);
    }

    /** A state of a protocol from its words and the protocol's initial state. */
    public static <S> S of(ManagerProtocol<S> protocol, S state) {
        StateReader in = new StateReader(StateWriter.words(out -> protocol.visit(out, state)));
        S restored = protocol.visit(in, protocol.initial());
        in.end();
        return restored;
    }
}
