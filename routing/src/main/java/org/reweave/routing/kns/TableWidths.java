package org.reweave.routing.kns;

/**
 * Widths of table fields in bits.
 *
 * @param address of a router: each coordinate in a field of its own, so that masks can select it
 * @param list the count and the addresses of the longest list allowed
 */
record TableWidths(int address, int list) {
    static TableWidths of(KnsGrid grid, int maxIntermediates) {
        int address = grid.n() * bits(grid.k() - 1);
        return new TableWidths(
                address, bits(maxIntermediates + 1) + maxIntermediates * address); // one count says "unreachable"
    }

    private static int bits(int largest) {
        return 32 - Integer.numberOfLeadingZeros(largest);
    }
}
