package org.reweave.reconfig.spi;

/** Steps of a reconfiguration that only the scheme's protocol knows of, recorded for the user. */
public enum Milestone {
    /** No data packet is left in the part of the fabric that the manager reaches. */
    DRAINED,
    /** Every switch has stored its next tables. */
    STORED,
    /** No data packet is left on the VL that is being emptied. */
    LANE_EMPTY
}
