package org.reweave.reconfig.ddrc;

/** The two ways in which a fault of a fat tree may be routed round deterministically (fat-tree paper §VIII). */
public enum DdrcMode {
    /** Distributed routing: switches tell the manager, which sends them new tables. */
    MANAGER,
    /** Source routing: switches tell all NICs by broadcasts, and those choose other paths. There is no manager. */
    SOURCE_BROADCAST
}
