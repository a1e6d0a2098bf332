package org.reweave.routing.kns;

import it.unimi.dsi.fastutil.longs.Long2IntOpenHashMap;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/**
 * Finds few masked entries that are equivalent to a linear table.
 *
 * <p>From coarse masks to fine ones (by the number of dimensions compared), each entry added gets a higher priority
 * than those before. An entry is added when the number of destinations that it corrects exceeds the number that it
 * falsifies by two at least: then the entry saves entries of single destinations. The last mask compares all dimensions
 * and corrects the rest, so the result is always exact; a small number of entries is not guaranteed. Source: KNS §4 has
 * the entries' form; how to find them is ours.
 */
final class MaskedTableBuilder {
    private final KnsGrid grid;
    private final long[] wanted; // [destination]
    private final long[] said; // [destination] by the entries so far
    private final List<MaskedTable.Entry> entries = new ArrayList<>(); // lowest priority first
    private final Long2IntOpenHashMap votes = new Long2IntOpenHashMap();

    private MaskedTableBuilder(KnsGrid grid, long[] wanted) {
        this.grid = grid;
        this.wanted = wanted;
        this.said = new long[wanted.length];
    }

    static MaskedTable build(KnsGrid grid, long[] headers, TableWidths widths) {
        MaskedTableBuilder builder = new MaskedTableBuilder(grid, headers);
        for (int compared = 0; compared < grid.n(); compared++) {
            while (builder.addAll(compared)) {
                // entries of one mask may make room for some of another with as many dimensions
            }
        }
        builder.addSingles();
        Collections.reverse(builder.entries);
        return new MaskedTable(grid, builder.entries, widths);
    }

    /** @return whether entries were added */
    private boolean addAll(int compared) {
        int before = entries.size();
        for (int mask = 0; mask < 1 << grid.n(); mask++) {
            if (Integer.bitCount(mask) != compared) {
                continue;
            }
            for (int id = 0; id < wanted.length; id++) {
                if (lowest(id, mask)) {
                    tryEntry(id, mask, false);
                }
            }
            if (compared == 1) { // all but one row, column, ..
                for (int id = 0; id < wanted.length; id++) {
                    if (lowest(id, mask)) {
                        tryEntry(id, mask, true);
                    }
                }
            }
        }
        return entries.size() > before;
    }

    /** The router stands for all that agree with it where the mask compares. */
    private boolean lowest(int id, int mask) {
        for (int d = 0; d < grid.n(); d++) {
            if ((mask >> d & 1) == 0 && grid.coordinate(id, d) != 0) {
                return false;
            }
        }
        return true;
    }

    private void tryEntry(int id, int mask, boolean unlessEqual) {
        int[] set = destinations(id, mask, unlessEqual);
        votes.clear();
        long header = 0;
        int most = 0;
        for (int destination : set) {
            if (wanted[destination] != said[destination]) {
                int count = votes.addTo(wanted[destination], 1) + 1;
                if (count > most) {
                    most = count;
                    header = wanted[destination];
                }
            }
        }
        int gain = 0;
        for (int destination : set) {
            gain += wanted[destination] == header ? 1 : 0;
            gain -= wanted[destination] == said[destination] ? 1 : 0;
        }
        if (gain >= 2) {
            entries.add(new MaskedTable.Entry(id, mask, unlessEqual, header));
            for (int destination : set) {
                said[destination] = header;
            }
        }
    }

    private void addSingles() {
        for (int destination = 0; destination < wanted.length; destination++) {
            if (wanted[destination] != said[destination]) {
                entries.add(new MaskedTable.Entry(destination, (1 << grid.n()) - 1, false, wanted[destination]));
            }
        }
    }

    private int[] destinations(int id, int mask, boolean unlessEqual) {
        int inside = 1;
        for (int d = 0; d < grid.n(); d++) {
            inside *= (mask >> d & 1) == 0 ? grid.k() : 1;
        }
        int[] set = new int[unlessEqual ? wanted.length - inside : inside];
        MaskedTable.Entry entry = new MaskedTable.Entry(id, mask, unlessEqual, 0);
        int count = 0;
        for (int destination = 0; destination < wanted.length && count < set.length; destination++) {
            if (entry.hits(grid, destination)) {
                set[count++] = destination;
            }
        }
        return set;
    }
}
