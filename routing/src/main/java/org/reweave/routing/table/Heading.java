package org.reweave.routing.table;

/**
 * A packet's header as a switch sees it when it chooses the packet's way: a view that the driver fills in anew for each
 * packet. Ports count from 1.
 */
public final class Heading {
    /** Where the packet came in; 0 = it begins here. */
    public int inPort;

    /** The VL it came in on. */
    public int lane;

    /** The LID it is for, and that of its source. */
    public int destination;

    public int source;

    /** Its SL. */
    public int level;

    /** What the routing wrote at the source or on the way, such as intermediate nodes; 0 where it writes nothing. */
    public long trail;

    /** What the reconfiguration scheme wrote; a forwarder leaves it alone. */
    public long marks;
}
