package org.reweave.emulator.results;

/** How far the fabric is with its latest change. */
public enum Phase {
    /** Nothing has happened. */
    IDLE,
    /** Something has failed or come back, and the manager does not know. */
    FAULT,
    /** The manager discovers the fabric anew. */
    SWEEPING,
    /** The manager computes tables. */
    COMPUTING,
    /** Tables are on their way. */
    UPDATING,
    /** Every device uses the new tables. */
    DONE,
    /** There are no tables for what is left of the fabric. */
    UNROUTABLE
}
