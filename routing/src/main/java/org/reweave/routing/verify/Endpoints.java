package org.reweave.routing.verify;

/** Which NIC ports send and receive in a check. */
public enum Endpoints {
    /** One per NIC: its attached port, where its own traffic enters and leaves. */
    NICS,
    /** Every NIC port that is wired to a switch; differs where NICs have several. */
    ALL_PORTS
}
