package org.reweave.reconfig.spi;

/** The order in which the manager sends devices their tables. */
public enum UpdateOrder {
    /** Nearest to the change first (thesis §6.5, Fig. 6.3), which loses the fewest packets into the failed element. */
    NEAR_TO_FAR,
    /** Farthest from the change first. */
    FAR_TO_NEAR,
    /** Nearest to the manager first, in hops of its discovery. */
    BREADTH_FIRST,
    /**
     * Farthest from the manager first: the tables that travel longest travel while the others are sent, so the last
     * table arrives soonest (thesis §8.4.1, Fig. 8.19).
     */
    FARTHEST_FIRST
}
