package org.reweave.reconfig.manager;

import org.reweave.routing.topology.Faults;

/** The driver's records of the tables and paths that devices have and are to have; a step of the manager only reads. */
public interface DeviceRecords {
    /** Whether a device has, or may have, other tables or paths than it is to have. */
    boolean differs(int device);

    /**
     * Whether the tables of a switch that works are unknown: the switch did not answer when its last tables were sent,
     * or it has restarted.
     *
     * @param faults the switches that do not work
     */
    boolean hasUnknownTables(Faults faults);

    /** Whether the tables of this switch are unknown: it did not answer when they were sent, or it has restarted. */
    boolean isUnknown(int device);

    /** Whether NICs can leave a failed path by themselves once a mark on that path tells them to. */
    boolean migrates();
}
