package org.reweave.reconfig.explore;

/** The fate of a packet. */
enum Fate {
    /** Its NIC has not injected it. */
    WAITING,
    /** It is in a queue. */
    TRAVELLING,
    DELIVERED,
    /** An agent's rule gave it up; the rule's number is kept. */
    DISCARDED,
    /** Its way led to a dead link. */
    DEAD_OUTPUT,
    /** A failing link took it along. */
    ON_DEAD_LINK,
    /** It was in a failing switch. */
    IN_DEAD_SWITCH,
    /** No table had a way for it. */
    UNREACHABLE;

    boolean isOver() {
        return this != WAITING && this != TRAVELLING;
    }
}
