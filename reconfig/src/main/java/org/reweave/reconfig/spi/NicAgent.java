package org.reweave.reconfig.spi;

/** A scheme's part in one NIC. */
public interface NicAgent extends AgentState {
    /** @return the marks of a packet injected now */
    long injected();

    /** The manager's update has arrived.
     *  @param argument what the manager's protocol sent along, such as an epoch */
    void installed(long argument);
}
