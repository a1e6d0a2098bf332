package org.reweave.emulator.capture;

import java.nio.ByteBuffer;

/** Headers that every packet on an InfiniBand link has. */
final class InfiniBand {
    static final int MANAGEMENT_LANE = 15;

    /** Operations of BTH (IBA 9.2.1): reliable connections, unreliable ones, datagrams. */
    static final int RC_ACKNOWLEDGE = 0x11;

    static final int UC = 0x20;
    static final int UD_SEND_ONLY = 0x64;

    static final int SEND_FIRST = 0;
    static final int SEND_MIDDLE = 1;
    static final int SEND_LAST = 2;
    static final int SEND_ONLY = 4;

    /** The longest header of data, that of an acknowledgement: LRH, BTH, AETH and the two CRCs. */
    static final int LEAST = 8 + 12 + 4 + 6;

    /** Bits of numbers of queue pairs, packets and messages. */
    static final int LOW = 0xffffff;

    private static final int VARIANT_CRC = 2;
    private static final int IBA_LOCAL = 2; // next header: BTH
    private static final int MOST_WORDS = 0x7ff;
    private static final int DEFAULT_PARTITION = 0xffff;

    private InfiniBand() {}

    /** The length on the link, CRCs included, of a packet: all but the variant CRC are whole words of four bytes. */
    static int onLink(long bytes) {
        long words = (Math.max(bytes, LEAST) - VARIANT_CRC + 3) / 4;
        return (int) Math.min(words, MOST_WORDS) * 4 + VARIANT_CRC;
    }

    /** IBA 7.7: the local route header. */
    static void localRoute(ByteBuffer to, int lane, int level, int destination, int onLink, int source) {
        to.put((byte) (lane << 4)).put((byte) (level << 4 | IBA_LOCAL));
        to.putShort((short) destination);
        to.putShort((short) ((onLink - VARIANT_CRC) / 4));
        to.putShort((short) source);
    }

    /** IBA 9.2: the base transport header. */
    static void baseTransport(ByteBuffer to, int operation, int pad, int queuePair, int sequence) {
        to.put((byte) operation).put((byte) (pad << 4)).putShort((short) DEFAULT_PARTITION);
        to.putInt(queuePair & LOW);
        to.putInt(sequence & LOW);
    }
}
