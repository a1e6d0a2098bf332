package org.reweave.reconfig.epoch;

/** The epochs in a packet's marks: E_pck in bits 0..15, E_rtd in bits 16..31. */
final class EpochMarks {
    private EpochMarks() {}

    static long of(int packet, int routed) {
        return packet | (long) routed << 16;
    }

    static int packet(long marks) {
        return (int) marks & 0xffff;
    }

    static int routed(long marks) {
        return (int) (marks >>> 16) & 0xffff;
    }
}
