package org.reweave.emulator.device.nic;

import org.reweave.emulator.traffic.Segmentation;

/**
 * How a NIC is built. Times in cycles, sizes in flits.
 *
 * @param outputDelay from the decision to send to the first flit on the link; at least 1
 * @param creditDelay from the reception of a packet to its credit on the link; at least 1
 * @param receiveBuffer per VL; sinks always drain, so this only bounds what is under way
 * @param sendQueue packets that may wait for injection per NIC before generation pauses; 0 = unlimited is not offered:
 *     every queue is bounded
 * @param packets how messages are cut into packets
 * @param hostLatency of the link between a NIC and its manager; at least 1
 * @param transport what is done about lost packets
 */
public record NicParameters(
        int outputDelay,
        int creditDelay,
        int receiveBuffer,
        int sendQueue,
        Segmentation packets,
        int hostLatency,
        TransportParameters transport) {
    /** Length of a full data packet, header included. */
    public int packetFlits() {
        return packets.packet();
    }

    /** Flits of the longest packet that a NIC sends. */
    public int longestPacket() {
        return Math.max(packetFlits(), transport.endToEnd() ? transport.ack() : 1);
    }
}
