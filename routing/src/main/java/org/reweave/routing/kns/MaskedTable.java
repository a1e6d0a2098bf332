package org.reweave.routing.kns;

import java.util.List;

/**
 * Entries that each serve a set of destinations: those whose coordinates, where the mask selects them, are the entry's;
 * or, by the option flag, those whose are not. Of several hits the one of highest priority counts; entries are kept in
 * that order. No hit: straight ahead. Source: KNS §4.
 */
final class MaskedTable implements IntermediateTable {
    /**
     * @param id a router with the coordinates to compare
     * @param mask the dimensions compared, as bits
     * @param unlessEqual the option flag: the entry counts when the comparison fails
     * @param header its list; 0 = straight ahead, where an entry of lower priority says otherwise
     */
    record Entry(int id, int mask, boolean unlessEqual, long header) {
        boolean hits(KnsGrid grid, int destination) {
            boolean equal = true;
            for (int d = 0; d < grid.n() && equal; d++) {
                equal = (mask >> d & 1) == 0 || grid.coordinate(id, d) == grid.coordinate(destination, d);
            }
            return equal != unlessEqual;
        }
    }

    private final KnsGrid grid;
    private final List<Entry> entries; // highest priority first
    private final TableWidths widths;

    MaskedTable(KnsGrid grid, List<Entry> entries, TableWidths widths) {
        this.grid = grid;
        this.entries = List.copyOf(entries);
        this.widths = widths;
    }

    @Override
    public long header(int destination) {
        for (Entry entry : entries) {
            if (entry.hits(grid, destination)) {
                return entry.header();
            }
        }
        return 0;
    }

    @Override
    public int entries() {
        return entries.size();
    }

    @Override
    public int entryBits() {
        return 2 * widths.address() + 1 + widths.list();
    }
}
