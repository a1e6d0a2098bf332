package org.reweave.emulator.capture;

import java.nio.ByteBuffer;
import org.reweave.emulator.link.PacketHeader;
import org.reweave.emulator.link.PacketId;
import org.reweave.emulator.link.TransportWord;
import org.reweave.emulator.link.Wire;

/**
 * A data packet of the emulation as the headers of an InfiniBand packet: of a reliable connection where NICs
 * acknowledge what comes, of an unreliable one where they do not. The payload is the packet's identity where eight
 * bytes fit, and zeros.
 */
final class DataFrame {
    private static final int CRCS = 6;
    private static final int FIRST_QUEUE_PAIR = 2; // 0 and 1 are the management's

    private final boolean reliable;
    private final int flitBytes;

    DataFrame(boolean reliable, int flitBytes) {
        this.reliable = reliable;
        this.flitBytes = flitBytes;
    }

    /** Number of bytes on the link: whole words, and room for the headers. */
    int length(PacketHeader packet) {
        return InfiniBand.onLink((long) packet.flits * flitBytes);
    }

    /** The bytes on the link. */
    byte[] bytes(PacketHeader packet) {
        boolean acknowledges = (packet.route & Wire.ACK) != 0;
        int length = length(packet);
        ByteBuffer bytes = ByteBuffer.allocate(length);
        InfiniBand.localRoute(
                bytes,
                packet.lane,
                Wire.level(packet.route),
                Wire.destination(packet.route),
                length,
                Wire.source(packet.route));
        int queuePair = FIRST_QUEUE_PAIR + PacketId.nic(packet.packet);
        int sequence = TransportWord.sequence(packet.transport);
        if (acknowledges) {
            InfiniBand.baseTransport(bytes, InfiniBand.RC_ACKNOWLEDGE, 0, queuePair, sequence);
            bytes.putInt(TransportWord.firstMissing(packet.transport) & InfiniBand.LOW); // AETH: syndrome 0, MSN
        } else {
            long sent = (long) packet.flits * flitBytes;
            int pad = (int) Math.max(0, Math.min(3, length - sent));
            InfiniBand.baseTransport(bytes, operation(packet.route), pad, queuePair, sequence);
        }
        if (bytes.remaining() >= Long.BYTES + CRCS) {
            bytes.putLong(packet.packet);
        }
        return bytes.array();
    }

    private int operation(long route) {
        boolean first = (route & Wire.FIRST) != 0;
        boolean last = (route & Wire.LAST) != 0;
        int send;
        if (first) {
            send = last ? InfiniBand.SEND_ONLY : InfiniBand.SEND_FIRST;
        } else {
            send = last ? InfiniBand.SEND_LAST : InfiniBand.SEND_MIDDLE;
        }
        return (reliable ? 0 : InfiniBand.UC) + send;
    }
}
