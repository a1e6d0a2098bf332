package org.reweave.emulator.device.nic;

/**
 * How NICs see to it that messages arrive (thesis §7.2.2). Times in cycles, sizes in flits.
 *
 * @param endToEnd whether they do; else a message that loses a packet is lost
 * @param ack length of an acknowledgement
 * @param timeout from a packet's injection to its retransmission
 * @param retries of a packet before its flow is given up
 * @param window packets of a flow that may be unacknowledged
 * @param reorderBuffer packets that a NIC keeps because an earlier one of their flow is missing; more are discarded
 *     unacknowledged
 * @param ackQueue acknowledgements that may wait for the link; more are left unsaid
 */
public record TransportParameters(
        boolean endToEnd, int ack, long timeout, int retries, int window, int reorderBuffer, int ackQueue) {
    /** Packets are sent and forgotten. */
    public static final TransportParameters NONE = new TransportParameters(false, 1, 1, 0, 1, 1, 1);
}
