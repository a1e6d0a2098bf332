package org.reweave.reconfig.spi;

import java.util.Map;

/**
 * State that an agent declares as longs, so that any driver can save, restore and compare it without knowing the
 * scheme.
 */
public interface AgentState {
    /** All of the agent's state, of constant length for one scheme. */
    long[] encode();

    /** The state in words, for somebody who looks into a run: names and values, always in the same order. */
    default Map<String, Object> describe() {
        return Map.of();
    }

    /** Replaces the state by one that {@link #encode} gave. */
    void decode(long[] state);
}
