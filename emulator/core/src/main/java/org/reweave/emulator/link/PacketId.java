package org.reweave.emulator.link;

/** The identity of a data packet in one word: the NIC that injected it, and the packet's number among that NIC's. */
public final class PacketId {
    private static final int NIC_SHIFT = 32;
    private static final long NUMBER = (1L << NIC_SHIFT) - 1;

    private PacketId() {}

    /** @param number from 0, below 2^32 */
    public static long of(int nic, long number) {
        return (long) nic << NIC_SHIFT | number;
    }

    public static int nic(long packet) {
        return (int) (packet >>> NIC_SHIFT);
    }

    public static long number(long packet) {
        return packet & NUMBER;
    }
}
