package org.reweave.reconfig.epoch;

/**
 * The epochs in a packet's marks: E_pck in bits 0..15, E_rtd in bits 16..31. The higher bits belong to
 * {@link Clearance}.
 */
final class EpochMarks {
    private static final long EPOCHS = 0xffff_ffffL;

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

    /** The marks of a packet after routing in this epoch. */
    static long routedIn(int epoch, long marks) {
        return marks & ~EPOCHS | of(packet(marks), epoch);
    }

    /** Nothing but the epochs. */
    static long epochs(long marks) {
        return marks & EPOCHS;
    }
}
