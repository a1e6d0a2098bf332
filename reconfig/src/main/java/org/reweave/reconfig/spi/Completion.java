package org.reweave.reconfig.spi;

/** The event that completes a reconfiguration under a scheme. */
public enum Completion {
    /** The last switch uses its last table; NICs may learn of the change later (thesis §7.4, EBR). */
    LAST_TABLE("complete when the last switch's table is in force"),
    /** The last device, a NIC for the most part, uses its last table or path. */
    LAST_DEVICE("complete when the last device uses its new tables or paths"),
    /** The last NIC that was halted injects again. */
    LAST_RESUMPTION("complete when every NIC injects again"),
    /** The last device has reported to the manager. */
    LAST_REPORT("complete when the last device has reported to the manager"),
    /** The last NIC has heard of the change from a switch's broadcast; there is no manager. */
    LAST_BROADCAST("complete when the last NIC has heard a broadcast of the change"),
    /** Nothing: switches go on without any change of tables. */
    NOTHING("nothing to complete: tables stay as they are");

    private final String text;

    Completion(String text) {
        this.text = text;
    }

    /** The text in lists of schemes. */
    public String text() {
        return text;
    }
}
