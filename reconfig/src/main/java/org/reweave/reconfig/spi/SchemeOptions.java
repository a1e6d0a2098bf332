package org.reweave.reconfig.spi;

import org.reweave.routing.faulttolerance.LocalRerouting;

/** Choices that some schemes offer.
 *
 *  @param markAsPrinted EBR: mark a forwarded packet with the switch's epoch, as thesis §6.6 prints, not with that of its routing
 *  @param epochBits EBR: width of the epoch field, 3..16 (thesis Table 6.2) or 1 (Table 6.1)
 *  @param tablesAtOnce ST: send new tables while old packets are still draining, not after them
 *  @param rerouting DLR and the hybrid: which of the four algorithms
 *  @param ddrc DDRC: who routes round a fault */
public record SchemeOptions(
        boolean markAsPrinted, int epochBits, boolean tablesAtOnce, LocalRerouting rerouting, DdrcMode ddrc) {
    public static final SchemeOptions DEFAULT = new SchemeOptions(false, 3, false, LocalRerouting.DETERMINISTIC_LINK);

    public SchemeOptions {
        if (epochBits != 1 && (epochBits < 3 || epochBits > 16)) {
            throw new IllegalArgumentException("epoch-bits = " + epochBits + " is neither 1 nor in 3..16");
        }
    }

    /** With DDRC's manager. */
    public SchemeOptions(boolean markAsPrinted, int epochBits, boolean tablesAtOnce, LocalRerouting rerouting) {
        this(markAsPrinted, epochBits, tablesAtOnce, rerouting, DdrcMode.MANAGER);
    }

    /** These with another mode of DDRC. */
    public SchemeOptions with(DdrcMode mode) {
        return new SchemeOptions(markAsPrinted, epochBits, tablesAtOnce, rerouting, mode);
    }
}
