package org.reweave.routing.kns;

import java.util.Arrays;

/**
 * An entry for every destination that needs intermediates, found by its address: a content-addressable memory. Source:
 * KNS §4.
 */
final class AssociativeTable implements IntermediateTable {
    private final int[] destinations; // ascending
    private final long[] headers;
    private final TableWidths widths;

    AssociativeTable(int[] destinations, long[] headers, TableWidths widths) {
        this.destinations = destinations;
        this.headers = headers;
        this.widths = widths;
    }

    @Override
    public long header(int destination) {
        int at = Arrays.binarySearch(destinations, destination);
        return at < 0 ? 0 : headers[at];
    }

    @Override
    public int entries() {
        return destinations.length;
    }

    @Override
    public int entryBits() {
        return widths.address() + widths.list();
    }
}
