package org.reweave.routing.verify;

import java.util.function.IntPredicate;
import java.util.function.IntUnaryOperator;
import org.reweave.routing.table.RoutingTables;
import org.reweave.routing.topology.Fabric;

/** The way of a packet through forwarding entries that are in force, whoever computed them. */
public final class TableWalk {
    /** In place of a device: the entries lead to no NIC. */
    public static final int NOWHERE = -1;

    private TableWalk() {}

    /**
     * The NIC at which the entries for one destination end.
     *
     * @param from the first switch
     * @param outPort the entry of a switch: a port from 1; 0 or {@link RoutingTables#UNREACHABLE} = no way
     * @param isAvoided links that the way must not take
     * @return the device of the NIC; {@link #NOWHERE} = the entries end at a switch, take an avoided link or run in a
     *     ring
     */
    public static int end(Fabric fabric, int from, IntUnaryOperator outPort, IntPredicate isAvoided) {
        int at = from;
        for (int hops = 0; hops <= fabric.switchCount(); hops++) {
            int port = outPort.applyAsInt(at);
            int next = port == 0 || port == RoutingTables.UNREACHABLE ? NOWHERE : fabric.peer(at, port);
            if (next < 0 || isAvoided.test(fabric.link(at, port))) {
                return NOWHERE;
            }
            if (!fabric.isSwitch(next)) {
                return next;
            }
            at = next;
        }
        return NOWHERE;
    }
}
