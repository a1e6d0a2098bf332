package org.reweave.emulator.results;

/** The phase of the latest change of the fabric. */
public enum Phase {
    /** Nothing has happened. */
    IDLE,
    /** An element has failed or works again, and the manager has not learned of that yet. */
    FAULT,
    /** The manager discovers the fabric anew. */
    SWEEPING,
    /** The manager computes tables. */
    COMPUTING,
    /** Tables are on their way. */
    UPDATING,
    /** Every device uses the new tables. */
    DONE,
    /** There are no tables for the working part of the fabric. */
    UNROUTABLE
}
