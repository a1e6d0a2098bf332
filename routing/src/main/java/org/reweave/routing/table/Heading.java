package org.reweave.routing.table;

/**
 * A packet's header as a switch sees it when it chooses the packet's way: a view that the driver fills in anew for each
 * packet. Ports count from 1.
 */
public final class Heading {
    /** The port at which the packet came in; 0 = this device injected the packet. */
    public int inPort;

    /** The VL on which the packet came in. */
    public int lane;

    /** The packet's number, which no other packet of a run has. */
    public long packet;

    /** The LID of the packet's destination, and the LID of its source. */
    public int destination;

    public int source;

    /** The packet's service level. */
    public int level;

    /**
     * The routing's word in the packet, written at the source or on the way, such as a list of intermediate nodes; 0
     * under routings that write none.
     */
    public long trail;

    /** The reconfiguration scheme's word in the packet; a forwarder never changes this word. */
    public long marks;
}
