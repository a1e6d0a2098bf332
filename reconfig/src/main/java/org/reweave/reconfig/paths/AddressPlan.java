package org.reweave.reconfig.paths;

/**
 * The further LIDs of a NIC, beside the LID of its port in the fabric: blocks of {@code 1 << lmc} LIDs, one of each
 * kind per NIC, aligned as LMC demands and above all LIDs of the fabric (IBA 4.1.3). A kind that is not used has the
 * LMC {@link #NONE}.
 *
 * @param nics NICs of the fabric
 * @param firstDisjoint first LID of the blocks for disjoint paths, see {@link org.reweave.routing.table.PathTables}
 * @param firstJoined first LID of the blocks for paths that RFTR joins
 * @param size one more than the largest LID: entries of an LFT
 */
public record AddressPlan(int nics, int firstDisjoint, int disjointLmc, int firstJoined, int joinedLmc, int size) {
    public static final int NONE = -1;

    /** @throws IllegalArgumentException when blocks lie beyond the size, or on each other */
    public AddressPlan {
        long disjointEnd = end(firstDisjoint, nics, disjointLmc);
        long joinedEnd = end(firstJoined, nics, joinedLmc);
        if (disjointEnd > size || joinedEnd > size) {
            throw new IllegalArgumentException(
                    String.format("blocks of LIDs end at %d and %d, in an LFT of %d", disjointEnd, joinedEnd, size));
        }
        boolean areBoth = disjointLmc != NONE && joinedLmc != NONE;
        if (areBoth && firstDisjoint < joinedEnd && firstJoined < disjointEnd) {
            throw new IllegalArgumentException(String.format(
                    "LIDs %d to %d of disjoint paths and %d to %d of joined ones are the same in part",
                    firstDisjoint, disjointEnd - 1, firstJoined, joinedEnd - 1));
        }
    }

    /** One more than the last LID of the blocks of a kind. */
    private static long end(int first, int nics, int lmc) {
        return lmc == NONE ? first : first + ((long) nics << lmc);
    }

    /** A plan with one LID per NIC. */
    public static AddressPlan single(int nics, int size) {
        return new AddressPlan(nics, size, NONE, size, NONE, size);
    }

    /**
     * Blocks of a further kind at the end.
     *
     * @throws ArithmeticException when their LIDs are no ints; {@link #lastJoined} tells
     */
    public AddressPlan withJoined(int lmc) {
        return new AddressPlan(
                nics, firstDisjoint, disjointLmc, nextBlock(lmc), lmc, Math.toIntExact(lastJoined(lmc) + 1));
    }

    /** The last LID of blocks of a further kind. */
    long lastJoined(int lmc) {
        return end(nextBlock(lmc), nics, lmc) - 1;
    }

    private int nextBlock(int lmc) {
        return ((size - 1 >> lmc) + 1) << lmc;
    }

    /** Blocks that lie as path tables have them. */
    public AddressPlan withDisjoint(int first, int lmc) {
        return new AddressPlan(nics, first, lmc, firstJoined, joinedLmc, Math.toIntExact(end(first, nics, lmc)));
    }

    /** @param address of a joined path, {@code 0..2^lmc - 1} */
    int joinedLid(int nic, int address) {
        return firstJoined + (nic << joinedLmc) + address;
    }

    boolean isJoined(int lid) {
        return nicOf(lid, firstJoined, joinedLmc) >= 0;
    }

    /** The NIC that a LID of a block belongs to; -1 = it is in none. */
    public int nicOf(int lid) {
        int nic = nicOf(lid, firstDisjoint, disjointLmc);
        return nic >= 0 ? nic : nicOf(lid, firstJoined, joinedLmc);
    }

    private int nicOf(int lid, int first, int lmc) {
        return lmc == NONE || lid < first || lid >= end(first, nics, lmc) ? -1 : lid - first >> lmc;
    }
}
