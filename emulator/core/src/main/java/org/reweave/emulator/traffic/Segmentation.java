package org.reweave.emulator.traffic;

/**
 * The division of a message into packets.
 *
 * @param packet flits of the longest packet, header included
 * @param header flits of a packet that carry no payload; fewer than {@code packet}
 */
public record Segmentation(int packet, int header) {
    /** Payload of a full packet: the MTU. */
    public int payload() {
        return packet - header;
    }

    /** A message without payload is a packet too. */
    public int packets(int messageFlits) {
        return Math.max(1, (int) (((long) messageFlits + payload() - 1) / payload()));
    }

    /** Length of a message's last packet. */
    public int lastPacket(int messageFlits) {
        return Math.max(1, header + messageFlits - (packets(messageFlits) - 1) * payload());
    }

    /** The flits of a message on a link, headers included. */
    public long onLink(int messageFlits) {
        return (long) (packets(messageFlits) - 1) * packet + lastPacket(messageFlits);
    }
}
