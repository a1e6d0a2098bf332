package org.reweave.reconfig.explore;

/** The fate of a packet. */
enum Fate {
    /** The packet has not been injected by its NIC. */
    WAITING,
    /** The packet is in a queue. */
    TRAVELLING,
    DELIVERED,
    /** A rule of an agent discarded the packet; the rule's number is kept. */
    DISCARDED,
    /** All ways of the packet led to dead links. */
    DEAD_OUTPUT,
    /** The packet was on a failing link or in an output queue of that link. */
    ON_DEAD_LINK,
    /** The packet was in a failing switch. */
    IN_DEAD_SWITCH,
    /** The tables in force had no way for the packet. */
    UNREACHABLE;

    boolean isOver() {
        return this != WAITING && this != TRAVELLING;
    }
}
