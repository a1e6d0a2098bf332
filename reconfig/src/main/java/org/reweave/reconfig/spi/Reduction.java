package org.reweave.reconfig.spi;

/**
 * A declaration about a scheme's agents that lets the explorer leave out orders of events which lead only to states
 * found by other orders. A wrong declaration makes the explorer miss states.
 */
public enum Reduction {
    /** Nothing is taken for granted: every order is explored. */
    NONE,
    /** Devices exchange separators or reports. */
    SEPARATORS,
    /**
     * Devices exchange separators or reports, which only tell that old packets are gone: a late separator or report
     * only keeps devices waiting.
     */
    SEPARATORS_THAT_ONLY_TELL,
    /** Devices change by the manager's SMPs alone: no separators, no reports, no counting of packets. */
    SMPS_ALONE,
    /**
     * Devices change as in {@link #SMPS_ALONE}, by tables and notices that the manager sends them all at once when it
     * has computed tables, one to a device. The arrival of a packet at a switch does not depend on its agent's state.
     */
    TABLES_ALONE,
    /**
     * Agents forward every packet that has room, keep no state about packets, and do nothing when a table comes in
     * force.
     */
    FORWARDING,
    /**
     * Agents work as in {@link #FORWARDING}, but switches of a tree remember the ports at which packets turned back
     * from above.
     */
    FORWARDING_WITH_TURNS,
    /** NICs write routes into packets, and switches only follow these. */
    SOURCE_ROUTES
}
