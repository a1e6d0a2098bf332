package org.reweave.emulator.scenario;

/**
 * Failures as a random process, each element by itself: it works for an exponentially distributed time, fails, and is
 * repaired after another (thesis §3.1). Times in cycles.
 *
 * @param mtbf mean time that an element works; 0 = there are no random faults
 * @param mttr mean time of a repair
 * @param kind what fails: links between switches, or switches
 * @param transientShare fraction of the faults that are repaired; the others last
 * @param start first cycle of the process
 * @param stop first cycle at which nothing fails any more; repairs go on
 */
public record RandomFaults(
        long mtbf, long mttr, PlannedFault.Element kind, double transientShare, long start, long stop) {
    /** The same process without faults. */
    public RandomFaults off() {
        return new RandomFaults(0, mttr, kind, transientShare, start, stop);
    }

    public boolean isOff() {
        return mtbf == 0;
    }
}
