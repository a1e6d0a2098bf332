package org.reweave.reconfig.spi;

import org.reweave.routing.rerouting.LocalRerouting;

/**
 * Choices that some schemes offer.
 *
 * @param markAsPrinted EBR: mark a forwarded packet with the switch's epoch, as thesis §6.6 prints, not with that of
 *     its routing
 * @param epochBits EBR: width of the epoch field, 3..16 (thesis Table 6.2) or 1 (Table 6.1)
 * @param overlap EBR: a change may end another that is under way (thesis §6.7); not with epochs of one bit
 * @param tablesAtOnce ST: send new tables while old packets are still draining, not after them
 * @param rerouting DLR and the hybrid: which of the four algorithms
 * @param ddrc DDRC: who routes round a fault
 */
public record SchemeOptions(
        boolean markAsPrinted,
        int epochBits,
        boolean overlap,
        boolean tablesAtOnce,
        LocalRerouting rerouting,
        DdrcMode ddrc) {
    public static final SchemeOptions DEFAULT =
            new SchemeOptions(false, 3, false, false, LocalRerouting.DETERMINISTIC_LINK, DdrcMode.MANAGER);

    public SchemeOptions {
        if (epochBits != 1 && (epochBits < 3 || epochBits > 16)) {
            throw new IllegalArgumentException("epoch-bits = " + epochBits + " is neither 1 nor in 3..16");
        }
        if (overlap && epochBits == 1) {
            throw new IllegalArgumentException("epoch-bits = 1 cannot tell overlapping changes apart; at least 3 can");
        }
    }

    /** EBR: whether the manager has to know which old epochs are left in the fabric before it starts another one. */
    public boolean watchesEpochs() {
        return overlap || epochBits == 1;
    }

    public SchemeOptions withMarkAsPrinted() {
        return new SchemeOptions(true, epochBits, overlap, tablesAtOnce, rerouting, ddrc);
    }

    public SchemeOptions withEpochBits(int bits) {
        return new SchemeOptions(markAsPrinted, bits, overlap, tablesAtOnce, rerouting, ddrc);
    }

    public SchemeOptions withOverlap() {
        return new SchemeOptions(markAsPrinted, epochBits, true, tablesAtOnce, rerouting, ddrc);
    }

    public SchemeOptions withTablesAtOnce() {
        return new SchemeOptions(markAsPrinted, epochBits, overlap, true, rerouting, ddrc);
    }

    public SchemeOptions with(LocalRerouting algorithm) {
        return new SchemeOptions(markAsPrinted, epochBits, overlap, tablesAtOnce, algorithm, ddrc);
    }

    public SchemeOptions with(DdrcMode mode) {
        return new SchemeOptions(markAsPrinted, epochBits, overlap, tablesAtOnce, rerouting, mode);
    }
}
