package org.reweave.emulator.device.fabricswitch;

/** The packets that wait in the input buffers of a switch. */
interface WaitingPackets {
    /**
     * An input of the switch may have changed the agent's verdicts: held packets are routed again, or all waiting ones
     * if the agent wishes that, and all heads are offered again.
     */
    void reconsider(long cycle);

    /** The ports or the agent's state have changed: all packets that wait look for their ways anew. */
    void routeAgain(long cycle);

    /** A link is back: packets that ask for ways ask anew for all of theirs. */
    void regainWays(long cycle);

    /** Credits that each lane of a port has free. */
    int[] freeCredits(int port);
}
