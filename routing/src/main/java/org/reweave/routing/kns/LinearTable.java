package org.reweave.routing.kns;

/** An entry for every router of the network, by its number. Source: KNS §4. */
final class LinearTable implements IntermediateTable {
    private final long[] headers; // [destination]
    private final TableWidths widths;

    LinearTable(long[] headers, TableWidths widths) {
        this.headers = headers;
        this.widths = widths;
    }

    @Override
    public long header(int destination) {
        return headers[destination];
    }

    @Override
    public int entries() {
        return headers.length;
    }

    @Override
    public int entryBits() {
        return widths.list();
    }
}
