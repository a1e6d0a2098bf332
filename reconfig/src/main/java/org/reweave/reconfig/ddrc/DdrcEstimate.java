package org.reweave.reconfig.ddrc;

/**
 * Packets lost by a link fault under DDRC, by the arithmetic of the fat-tree paper §IX.B: while the manager distributes
 * new tables, every packet that would take the failed link is lost. Detection and computation count as instantaneous,
 * so the estimate is a lower bound.
 *
 * <p>The paper prints 0.42 packets a cycle for an upper link of the saturated 4-ary 3-tree, and 24,704 packets lost;
 * those need 0.4216, since 0.42 gives 24,609.
 *
 * @param cyclesPerSecond 1,953,125 where a cycle carries 128 bytes of 2 Gb/s
 * @param distributionMicros of all tables: 30,000 in a network of 32 switches (Bermudez et al., cited there)
 */
public record DdrcEstimate(long cyclesPerSecond, long distributionMicros) {
    /** The paper's own numbers. */
    public static final DdrcEstimate PRINTED = new DdrcEstimate(1_953_125, 30_000);

    public DdrcEstimate {
        if (cyclesPerSecond < 1 || distributionMicros < 0 || distributionMicros > Long.MAX_VALUE / cyclesPerSecond) {
            throw new IllegalArgumentException(
                    cyclesPerSecond + " cycles a second and " + distributionMicros + " us are no times");
        }
    }

    /** Whole cycles from the fault to the last table. */
    public long cycles() {
        return cyclesPerSecond * distributionMicros / 1_000_000;
    }

    /**
     * Whole packets lost meanwhile.
     *
     * @param packetsPer100000Cycles over the failed link, both directions together
     */
    public long lost(long packetsPer100000Cycles) {
        return Math.multiplyExact(cycles(), packetsPer100000Cycles) / 100_000;
    }
}
