package org.reweave.reconfig.explore;

/** What a scheme may promise of every run of a model. An end is a state in which nothing has to happen any more: only injections, faults,
 *  recoveries and losses may. */
public enum Promise {
    /** At an end no packet is in the fabric. */
    NO_DEADLOCK("a packet is stuck for ever"),
    /** From every state an end can be reached without injections, faults, recoveries and losses, and there the manager has finished. */
    RUN_ENDS("the reconfiguration never ends"),
    /** Where nothing is lost the manager never waits until nothing else can happen. */
    NO_WAIT_IN_VAIN("the manager waits in vain although nothing is lost"),
    /** At an end every switch that the manager reaches has the tables that it computed last. */
    ALL_ON_NEW("a switch never gets the new tables"),
    /** When the manager says that it has finished, all of these switches already have them, except those that did not answer. */
    DONE_MEANS_INSTALLED("the end is announced too soon"),
    /** At an end every NIC may inject. */
    ALL_INJECT("a NIC is halted for ever"),
    /** No packet is discarded by a rule of the scheme. */
    NO_DISCARD("a packet is discarded"),
    /** No packet is discarded that could go. */
    NO_DISCARD_WITH_ROOM("a packet is discarded although there is room for it"),
    /** A rule of the scheme discards only in cases that one change can bring about: see {@link Promises}. */
    LISTED_CASES_ONLY("a packet is discarded by a rule that does not apply"),
    /** No packet is dropped because tables have no way for it. */
    ALWAYS_A_WAY("a packet is dropped for want of a way"),
    /** Packets are lost only on a failing link, in its output queues, or in a failing switch (fat-tree paper §I). */
    LOST_ONLY_WITH_FAULT("a packet is lost that no failing component held"),
    /** When the manager says that the fabric is empty, it is. */
    DRAINED_IS_EMPTY("the fabric is called empty with packets in it"),
    /** New tables are sent only while the fabric is empty. */
    TABLES_TO_EMPTY_FABRIC("tables are sent to a fabric with packets in it"),
    /** Packets come out at the NICs they are for. */
    RIGHT_NIC("a packet comes out at the wrong NIC"),
    /** No part of the scheme meets something that it says cannot happen. */
    NO_BROKEN_INVARIANT("an invariant is broken");

    private final String broken;

    Promise(String broken) {
        this.broken = broken;
    }

    /** What has happened when it is not kept. */
    public String broken() {
        return broken;
    }
}
