package org.reweave.emulator.cluster.messages;

/**
 * The work of a node for a run since the beginning of the incarnation.
 *
 * @param carried by its ferries
 * @param nanos of wall time
 * @param busyNanos of processor time of the threads that run devices
 * @param cpuNanos of processor time of the process
 */
public record Load(Carried carried, long nanos, long busyNanos, long cpuNanos) {
    public static final Load NONE = new Load(Carried.NONE, 0, 0, 0);
}
