package org.reweave.reconfig.spi;

/**
 * Where a manager's driver gets paths from after a change. A pair that one source cannot serve is left to the next
 * source that the scheme names; the answer of the last source counts, even if some pairs lack paths.
 */
public enum PathSource {
    /** The scenario's routing engine computes all tables anew. */
    ENGINE,
    /**
     * RFTR joins new paths for the pairs that have lost theirs (thesis ch. 5). Only for elements that fail, as long as
     * every pair gets one.
     */
    JOINED,
    /**
     * Each pair has several disjoint paths in the tables of the start, of which NICs hold two at a time (thesis ch. 4).
     * Only for elements that fail, as long as every pair has a path left.
     */
    DISJOINT
}
