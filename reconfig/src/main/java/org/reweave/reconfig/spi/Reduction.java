package org.reweave.reconfig.spi;

/**
 * What the explorer may take for granted about a scheme's agents, and so the orders of events that it may leave out
 * because they lead to states that it finds anyway. A wrong declaration makes the explorer miss states.
 */
public enum Reduction {
    /** Nothing is taken for granted: every order is explored. */
    NONE,
    /** Devices exchange separators or reports. */
    SEPARATORS,
    /** The same; and separators and reports only tell that old packets are gone: late ones only keep others waiting. */
    SEPARATORS_THAT_ONLY_TELL,
    /** Devices change by the manager's SMPs alone: no separators, no reports, no counting of packets. */
    SMPS_ALONE,
    /** Agents let go whatever has room, remember nothing of it, and do nothing when a table comes in force. */
    FORWARDING,
    /** The same; but switches remember which packets of a tree turned back to them from above. */
    FORWARDING_WITH_TURNS,
    /** NICs write routes into packets, and switches only follow these. */
    SOURCE_ROUTES
}
