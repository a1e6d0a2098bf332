package org.reweave.emulator.link;

/** Is told what a device takes off its links, as it takes it; for somebody who looks into a run. */
public interface LinkTap {
    /**
     * A data packet has come.
     *
     * @param port index from 0
     * @param packet the device's own header, which it uses again
     * @param lost whether the packet was lost with its link
     */
    void packet(int port, PacketHeader packet, boolean lost);

    /**
     * An SMP has come.
     *
     * @param port index from 0
     * @param words the SMP's own, a copy
     * @param stamp cycle of its first flit on the link
     * @param lost whether the SMP was lost with its link
     */
    void smp(int port, long[] words, long stamp, boolean lost);
}
