package org.reweave.reconfig.spi;

/** A NIC as seen by the scheme's agent in the NIC, and the actions that the agent may request. */
public interface NicSite {
    /** The NIC's number among the devices of its fabric. */
    int device();

    /** Data VLs of its link. */
    int laneCount();

    /** Whether its link to the fabric works, as this end of it knows. */
    boolean isUp();

    /** Sends a separator, in-band, behind everything injected on a VL; see {@link SwitchSite#separate}. */
    void separate(int lane, long mark);

    /**
     * Records for the user that this NIC has learned of a change otherwise than by {@link ManagerEffect.Notify}.
     *
     * @param change as the scheme counts
     */
    default void told(long change) {
        // a driver without events has nothing to record
    }

    /** Sends the manager a message; see {@link SwitchSite#report}. */
    void report(long message);
}
