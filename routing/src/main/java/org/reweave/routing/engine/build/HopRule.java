package org.reweave.routing.engine.build;

/**
 * The rule that distinguishes one table-filling engine from another: the links of a switch that may lead to a
 * destination. {@link TableFiller} applies the rule to one destination at a time.
 */
public interface HopRule {
    /**
     * Turns to the next destination.
     *
     * @param destinationSwitch a working switch
     * @param nicOrdinal position of the NIC port among those of the switch, from 0 in port order; -1 = the switch's own
     *     LID
     */
    void toward(int destinationSwitch, int nicOrdinal);

    /**
     * Whether packets at this switch may take the link. The switch is connected to the destination's switch, and is
     * another one.
     */
    boolean allows(int switchDevice, int slot);

    /**
     * No link of this switch is allowed, though a path to the destination exists: throw, or return to leave the LID
     * unreachable.
     */
    void stuck(int switchDevice);
}
