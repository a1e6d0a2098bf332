package org.reweave.routing.table;

import org.reweave.routing.topology.Fabric;

/**
 * Installed forwarding state of methods that give a NIC several addresses (LIDs of its LMC range): linear forwarding
 * tables over (NIC, address), the SLtoVL tables, and each pair's choice of address and service level. Verification
 * follows packets through this state, which contains none of a method's own bookkeeping. NICs are numbered
 * {@code 0..nicCount()-1} and used by their attached port.
 */
public interface AddressedPaths {
    /** {@link #outPort}: the switch has no entry. */
    int NO_ENTRY = -1;

    Fabric fabric();

    /**
     * @return the destination's address for packets of a source, 0 being its base LID; -1 = the source has no path
     *     record
     */
    int address(int sourceNic, int destinationNic);

    /** @return the SL of the pair's path record, {@code 0..levelCount()-1} */
    int level(int sourceNic, int destinationNic);

    /** @return the out port of a switch for an address of a NIC, or {@link #NO_ENTRY} */
    int outPort(int switchDevice, int destinationNic, int address);

    /**
     * The VL of a packet that a switch sends to another switch, as in {@link SlToVl#lane}.
     *
     * @return the VL, or {@link #NO_ENTRY}
     */
    int lane(int switchDevice, int inPort, int outPort, int level);

    /** Data VLs in use. */
    int laneCount();

    /** SLs in use. */
    int levelCount();

    /** The most addresses that one NIC has in use. */
    int addressCount();
}
