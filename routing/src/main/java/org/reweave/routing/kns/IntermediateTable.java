package org.reweave.routing.kns;

/**
 * The lists of intermediate nodes that one source router holds. Three designs hold the same lists and differ in size.
 * Immutable. Source: KNS §4.
 */
public interface IntermediateTable {
    /**
     * The header for packets to a destination router: its list, 0 = straight ahead, or {@link KnsHeader#UNREACHABLE}.
     */
    long header(int destination);

    /** Entries that the table has. */
    int entries();

    /**
     * Bits of one entry; a router's address has n ceil(log2 k) bits, and there is room for the longest list allowed.
     */
    int entryBits();

    /** Bits in all. */
    default long bits() {
        return (long) entries() * entryBits();
    }
}
