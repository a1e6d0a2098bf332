package org.reweave.emulator.network;

/**
 * How long the elements of a fabric worked during a run, as the plan and the seed have it (thesis §3.1). In cycles,
 * summed over elements.
 *
 * @param linkCycles of the links between switches, up or not
 * @param linkCyclesUp of these, while the link and the switches at its ends worked
 * @param switchCycles of the switches
 * @param switchCyclesUp of these, while the switch worked
 * @param failures of links or switches that began during the run; links that only failed with their switch are not
 *     counted
 */
public record Availability(long linkCycles, long linkCyclesUp, long switchCycles, long switchCyclesUp, long failures) {
    /** Fraction of their time that links worked; 1 where there are none. */
    public double ofLinks() {
        return linkCycles == 0 ? 1 : (double) linkCyclesUp / linkCycles;
    }

    /** Fraction of their time that switches worked. */
    public double ofSwitches() {
        return switchCycles == 0 ? 1 : (double) switchCyclesUp / switchCycles;
    }
}
