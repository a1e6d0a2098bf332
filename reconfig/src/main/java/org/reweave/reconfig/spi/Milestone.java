package org.reweave.reconfig.spi;

/** Steps of a reconfiguration that a protocol alone can tell, and that people want to see. */
public enum Milestone {
    /** No data packet is left in the part of the fabric that the manager reaches. */
    DRAINED
}
