package org.reweave.routing.engine.build;

import java.util.Arrays;
import org.reweave.routing.engine.spi.UnroutableException;
import org.reweave.routing.table.ForwardingTable;
import org.reweave.routing.table.RoutingTables;
import org.reweave.routing.topology.Fabric;
import org.reweave.routing.topology.Faults;
import org.reweave.routing.topology.SwitchGraph;

/**
 * A rule that names exactly one next switch; any of the parallel links to it will do. It cannot go around a fault, so a
 * missing link makes the fabric unroutable.
 *
 * <p>Since a switch's next hop depends on nothing but the destination, tables are filled switch by switch, each in the
 * order in which it lies in memory. The entries are those that {@link TableFiller} would choose.
 */
public abstract class FixedHopRule {
    /** Answer of {@link #nextSwitch}: the rule has no path for this kind of destination, and no packet needs one. */
    public static final int NONE = -1;

    private final String engine;
    private final Fabric fabric;
    private final SwitchGraph graph;

    public FixedHopRule(String engine, Fabric fabric, SwitchGraph graph) {
        this.engine = engine;
        this.fabric = fabric;
        this.graph = graph;
    }

    /**
     * @return the neighbour through which packets at a switch go on, or NONE
     * @param destinationSwitch another switch
     * @param nicOrdinal see {@link HopRule#toward}
     */
    protected abstract int nextSwitch(int switchDevice, int destinationSwitch, int nicOrdinal);

    /** Whether NICs of one switch, and the switch itself, are reached through different neighbours. */
    protected boolean differsByNic() {
        return false;
    }

    /**
     * No working link leads to the next switch, though a path to the destination exists. To leave the LIDs of the
     * destination unreachable, override this method.
     *
     * @throws UnroutableException naming the link
     */
    protected void stuck(int switchDevice, int destinationSwitch, int next) {
        String broken =
                "no cable from " + fabric.deviceName(switchDevice) + " to " + fabric.deviceName(next) + " exists";
        for (int port = 1; port <= fabric.portCount(switchDevice); port++) {
            if (fabric.peer(switchDevice, port) == next) {
                broken = fabric.linkName(fabric.link(switchDevice, port)) + " has failed";
                break;
            }
        }
        throw new UnroutableException(engine + " cannot route " + fabric.name() + ": " + broken
                + ", and the only path of " + fabric.deviceName(switchDevice) + " to "
                + fabric.deviceName(destinationSwitch) + " uses it; updown routes around faults");
    }

    /** @return one table per switch; LIDs that no working path leads to are left unreachable */
    public final ForwardingTable[] fill(Faults faults) {
        ForwardingTable[] tables = new ForwardingTable[fabric.switchCount()];
        ForwardingTable.Pool pool = new ForwardingTable.Pool();
        byte[] lft = new byte[RoutingTables.lidMax(fabric) + 1];
        Destinations lids = new Destinations(fabric, faults);
        Ports ports = new Ports(graph);
        for (int s = 0; s < tables.length; s++) {
            Arrays.fill(lft, (byte) RoutingTables.UNREACHABLE);
            lft[fabric.switchLid(s)] = 0;
            ports.turnTo(s);
            fill(s, ports, lids, lft);
            tables[s] = pool.table(lft);
        }
        return tables;
    }

    private void fill(int here, Ports ports, Destinations lids, byte[] lft) {
        for (int to = 0; to < graph.switchCount(); to++) {
            if (!graph.connected(here, to)) {
                continue;
            }
            int next = here == to || differsByNic() ? NONE : nextSwitch(here, to, -1);
            for (int i = lids.first[to]; i < lids.first[to + 1]; i++) {
                int ordinal = lids.ordinal[i];
                if (here == to) {
                    lft[lids.lid[i]] = lids.port[i];
                    continue;
                }
                if (differsByNic()) {
                    next = nextSwitch(here, to, ordinal);
                }
                if (next != NONE) {
                    int port = ports.to(next, ordinal >= 0);
                    if (port == 0) {
                        stuck(here, to, next);
                    } else {
                        lft[lids.lid[i]] = (byte) port;
                    }
                }
            }
        }
    }

    /** The ports of one switch, and the destinations that it reaches by each. */
    private static final class Ports {
        private final SwitchGraph graph;
        private final byte[] only; // by neighbour: the port that leads to it; SEVERAL, 0 = none
        private int first; // slot
        private int[] nicLoad = {}; // by slot from the first
        private int[] switchLoad = {};

        private static final byte SEVERAL = -1;

        Ports(SwitchGraph graph) {
            this.graph = graph;
            this.only = new byte[graph.switchCount()];
        }

        void turnTo(int switchDevice) {
            for (int i = 0; i < nicLoad.length; i++) {
                only[graph.peer(first + i)] = 0;
            }
            first = graph.firstSlot(switchDevice);
            nicLoad = new int[graph.firstSlot(switchDevice + 1) - first];
            switchLoad = new int[nicLoad.length];
            for (int i = 0; i < nicLoad.length; i++) {
                int peer = graph.peer(first + i);
                only[peer] = only[peer] == 0 ? (byte) graph.port(first + i) : SEVERAL;
            }
        }

        /** The port to a neighbour with the fewest destinations so far, the lowest of several; 0 = there is none. */
        int to(int next, boolean isNic) {
            byte port = only[next];
            return port == SEVERAL ? leastLoaded(next, isNic ? nicLoad : switchLoad) : port & 0xff;
        }

        private int leastLoaded(int next, int[] load) {
            int best = -1;
            for (int i = 0; i < load.length; i++) {
                if (graph.peer(first + i) == next && (best < 0 || load[i] < load[best])) {
                    best = i;
                }
            }
            load[best]++;
            return graph.port(first + best);
        }
    }
}
