package org.reweave.reconfig.spi;

/** A scheme's part in one NIC. */
public interface NicAgent extends AgentState {
    /** @return the marks of a packet injected now */
    long injected();

    /**
     * The manager's update has arrived.
     *
     * @param argument what the manager's protocol sent along, such as an epoch
     */
    void installed(long argument);

    /**
     * The trail of a packet injected now; called for each packet.
     *
     * @param destination LID that it is sent to; 0 = the NIC has no path
     * @param trail that the NIC's path gives it
     * @return {@link org.reweave.routing.table.Heading#trail} at the first switch
     */
    default long trail(int destination, long trail) {
        return trail;
    }

    /**
     * Whether data packets may be injected now; changes only with {@link #installed}, {@link #receiveControl},
     * {@link #separator} and {@link #linkChanged}.
     */
    default boolean mayInject() {
        return true;
    }

    /**
     * The VL on which to inject a packet now; changes only as {@link #mayInject} does.
     *
     * @param lane that its SL and SLtoVL give
     */
    default int lane(int lane) {
        return lane;
    }

    /**
     * A separator has come in, in order with the packets of its VL.
     *
     * @throws IllegalStateException unless the scheme uses separators
     */
    default void separator(int lane, long mark) {
        throw new IllegalStateException("separator " + mark + " at a NIC whose scheme has none");
    }

    /** The link to the fabric has failed or works again; {@link NicSite#isUp} says so already. */
    default void linkChanged(boolean up) {
        // what is lost, is lost
    }

    /**
     * A control packet of the scheme's manager has come; each comes once.
     *
     * @throws IllegalStateException unless the scheme sends NICs such packets
     */
    default void receiveControl(long control) {
        throw new IllegalStateException("control " + control + " at a NIC whose scheme has none");
    }

    /**
     * A switch's broadcast, or its message to this NIC alone, has come; see {@link SwitchSite#broadcast} and
     * {@link SwitchSite#tell}.
     *
     * @param from the switch's number in the fabric
     * @throws IllegalStateException unless switches of the scheme broadcast
     */
    default void receiveBroadcast(int from, long control) {
        throw new IllegalStateException("broadcast " + control + " of " + from + " at a NIC whose scheme has none");
    }
}
