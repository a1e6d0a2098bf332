package org.reweave.reconfig.spi;

/** A scheme's part in one NIC. */
public interface NicAgent extends AgentState {
    /** @return the marks of a packet injected now */
    long injected();

    /** The manager's update has arrived.
     *  @param argument what the manager's protocol sent along, such as an epoch */
    void installed(long argument);

    /** Whether data packets may be injected now; changes only with {@link #installed} and {@link #told}. */
    default boolean mayInject() {
        return true;
    }

    /** A control packet of the scheme's manager has come; each comes once.
     *  @throws IllegalStateException unless the scheme sends NICs such packets */
    default void told(long control) {
        throw new IllegalStateException("control " + control + " at a NIC whose scheme has none");
    }
}
