package org.reweave.reconfig.spi;

/** What completes a reconfiguration under a scheme. */
public enum Completion {
    /** The last switch uses its last table. */
    LAST_TABLE,
    /** The last device has reported to the manager. */
    LAST_REPORT,
    /** The last NIC has heard of the change from a switch's broadcast; there is no manager. */
    LAST_BROADCAST
}
