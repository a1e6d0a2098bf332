package org.reweave.reconfig.spi;

import java.util.Map;
import org.reweave.reconfig.state.StateVisitor;

/** State that an agent declares, so that any driver can save, restore and compare it without knowing the scheme. */
public interface AgentState {
    /** Passes over all of the agent's state, of a constant number of values for one scheme. */
    void visit(StateVisitor state);

    /** The state in words, for somebody who looks into a run: names and values, always in the same order. */
    default Map<String, Object> describe() {
        return Map.of();
    }
}
