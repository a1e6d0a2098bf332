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

    /** A plan with one LID per NIC. */
    public static AddressPlan single(int nics, int size) {
        return new AddressPlan(nics, size, NONE, size, NONE, size);
    }

    /** Blocks of a further kind at the end. */
    public AddressPlan withJoined(int lmc) {
        int first = ((size - 1 >> lmc) + 1) << lmc;
        return new AddressPlan(nics, firstDisjoint, disjointLmc, first, lmc, first + (nics << lmc));
    }

    /** Blocks that lie as path tables have them. */
    public AddressPlan withDisjoint(int first, int lmc) {
        return new AddressPlan(nics, first, lmc, firstJoined, joinedLmc, first + (nics << lmc));
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
        return lmc == NONE || lid < first || lid >= first + (nics << lmc) ? -1 : lid - first >> lmc;
    }
}
