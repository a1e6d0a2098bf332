package org.reweave.emulator.device.nic;

import org.reweave.emulator.stats.DeviceLog;

/** The services of a NIC for its parts. */
interface NicServices {
    DeviceLog log();

    /** The number of a NIC among the devices. */
    int device(int nic);

    /** Whether the data link has credits for a packet to a NIC. */
    boolean canSend(int destination, int flits);

    /** Whether a NIC can be sent anything: all are, but for one that has come during the run and has no path yet. */
    boolean isKnown(int destination);

    /** There is something new to send. */
    void wakeLink();

    /** Wakes the generator at a cycle, this one at the earliest. */
    void generateAt(long cycle);

    /** How long a timer runs on the NIC's clock that is to run for some cycles. */
    long onClock(long cycles);

    /** Wakes the transport at a later cycle. */
    void retransmitAt(long cycle);

    /**
     * A packet to a NIC was not acknowledged in time, or our acknowledgement did not come: the NIC has sent its packet
     * again. (InfiniBand has a bit in packets for that, by which the end that migrates takes the other one along.)
     *
     * @param times how often that has happened to it; 0 = it was an acknowledgement
     * @param sent cycle in which it was last sent
     */
    void timedOut(int destination, int times, long sent, long cycle);

    /** Whether the send queue takes another message. */
    boolean hasQueueSpace();

    /**
     * Hands a message to the transport.
     *
     * @param payload flits
     */
    void queueMessage(int destination, int number, int payload, long cycle);

    /** The last packet of a message is on the link for the first time. */
    void injected(int number, long cycle);

    /**
     * A whole message has come, in its turn.
     *
     * @param generated cycle in which it was made
     */
    void delivered(int source, int number, long generated, long cycle);
}
