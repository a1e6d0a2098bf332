package org.reweave.routing.table;

/**
 * A routing that offers a packet several (out port, VL) pairs, of which the switch takes one by its load.
 *
 * <p>Choices may depend on the packet's input port, input lane, destination and service level, but never on buffers:
 * the switch takes a choice by the state of its buffers. Some choices may be marked as escapes. The escapes alone must
 * be a connected routing; then the routing as a whole cannot deadlock if their extended channel dependency graph has no
 * cycle (Duato, IEEE TPDS 4(12), 1993; routing/docs/engines.md). Where all choices are escapes that is the ordinary
 * condition.
 */
public interface AdaptiveTables {
    /** Data VLs in use; choices have VLs {@code 0..laneCount()-1}. */
    int laneCount();

    /**
     * Adds the choices of a packet's head at a switch.
     *
     * @param inPort where it came in, a port of that switch
     * @param inLane the VL it came on
     * @param level its service level
     * @param choices cleared by the caller; left empty when there is no way on
     */
    void choices(int switchDevice, int inPort, int inLane, int destinationLid, int level, Choices choices);
}
