package org.reweave.reconfig.spi;

/**
 * A property that a scheme may promise of every run of a model. An end is a state in which only injections, faults,
 * recoveries and losses can happen.
 */
public enum Promise {
    /** At an end no packet is in the fabric. */
    NO_DEADLOCK("a packet is stuck for ever"),
    /**
     * From every state an end can be reached without injections, faults, recoveries and losses, and there the manager
     * has finished.
     */
    RUN_ENDS("the reconfiguration never ends"),
    /** No run is infinite, for any choices, unless timers of switches run out infinitely often. */
    NO_LIVELOCK("a run can go round for ever"),
    /** Where nothing is lost, the manager never waits for a timer while no other step is possible. */
    NO_WAIT_IN_VAIN("the manager waits in vain although nothing is lost"),
    /** At an end every switch that the manager reaches has the tables that it computed last. */
    ALL_ON_NEW("a switch never gets the new tables"),
    /**
     * When the manager says that it has finished, all of these switches already have them, except those that did not
     * answer.
     */
    DONE_MEANS_INSTALLED("the end is announced too soon"),
    /**
     * When the manager says that it has finished, and at an end, every NIC that it reaches has the paths that it is to
     * have, except those that did not answer.
     */
    NICS_SWITCHED_OVER("a NIC still has older paths"),
    /**
     * Then, too, every path that a NIC may use leads to its destination, by the tables in force and past no link that
     * the manager knows, or has been told, to be down; so no packet injected later is lost to it.
     */
    PATHS_LEAD_THERE("a NIC has a path that does not lead to its destination"),
    /**
     * Then, too, once the manager has looked at what has failed, every NIC that it reaches has a path that it may use
     * to every other.
     */
    EVERY_PAIR_HAS_A_PATH("a pair of NICs has no path that may be used"),
    /**
     * As long as the manager only adds paths, no NIC uses a path that is not in the tables in force from end to end.
     */
    PATHS_COMPLETE("a NIC uses a path that lacks entries"),
    /** As long as the manager only adds paths, no packet is discarded by a rule of the scheme. */
    PATHS_DISCARD_NOTHING("a packet is discarded because a path is added"),
    /** At an end every NIC that routes writes the routes of one that has always known what has failed. */
    NICS_KNOW("a NIC does not know what has failed"),
    /** At an end every NIC may inject. */
    ALL_INJECT("a NIC is halted for ever"),
    /** No packet is discarded by a rule of the scheme. */
    NO_DISCARD("a packet is discarded"),
    /** No packet is discarded that could go. */
    NO_DISCARD_WITH_ROOM("a packet is discarded although there is room for it"),
    /**
     * A rule of the scheme discards only in cases that one change can bring about: see
     * {@link SchemeDescription#listedCases}.
     */
    LISTED_CASES_ONLY("a packet is discarded by a rule that does not apply"),
    /** No packet is dropped because tables have no way for it. */
    ALWAYS_A_WAY("a packet is dropped for want of a way"),
    /** Packets are lost only on a failing link, in its output queues, or in a failing switch (fat-tree paper §I). */
    LOST_ONLY_WITH_FAULT("a packet is lost that no failing component held"),
    /** When the manager announces that the fabric is empty, no data packet is in the fabric. */
    DRAINED_IS_EMPTY("the fabric is called empty with packets in it"),
    /** New tables are sent only while the fabric is empty. */
    TABLES_TO_EMPTY_FABRIC("tables are sent to a fabric with packets in it"),
    /** Packets come out at the NICs they are for. */
    RIGHT_NIC("a packet comes out at the wrong NIC"),
    /** No part of the scheme throws because of a broken invariant. */
    NO_BROKEN_INVARIANT("an invariant is broken");

    private final String broken;

    Promise(String broken) {
        this.broken = broken;
    }

    /** A description of the failure, for messages about the broken promise. */
    public String broken() {
        return broken;
    }
}
