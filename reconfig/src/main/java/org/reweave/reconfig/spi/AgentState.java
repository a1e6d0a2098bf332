package org.reweave.reconfig.spi;

/**
 * State that an agent declares as longs, so that any driver can save, restore and compare it without knowing the
 * scheme.
 */
public interface AgentState {
    /** All of the agent's state, of constant length for one scheme. */
    long[] encode();

    /** Replaces the state by one that {@link #encode} gave. */
    void decode(long[] state);
}
