package org.reweave.routing.table;

/** A switch as a {@link Forwarder} sees it: ports, which count from 1, and tables. */
public interface SwitchView {
    /** The switch's number in its fabric. */
    int device();

    int portCount();

    int laneCount();

    /** Whether the link at a port works, as this end of it knows. */
    boolean isUp(int port);

    /** Whether the far end of a port is a switch. */
    boolean leadsToSwitch(int port);

    /**
     * @return the output port for a LID by the table in force; {@link RoutingTables#UNREACHABLE}, or 0 for the switch
     *     itself
     */
    int outPort(int lid);

    /** The VL of a packet by the SLtoVL table in force, as in {@link SlToVl#lane}. */
    int lane(int inPort, int outPort, int level);
}
