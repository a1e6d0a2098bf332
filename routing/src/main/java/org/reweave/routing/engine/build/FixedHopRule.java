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

    private static final byte NOWHERE = (byte) RoutingTables.UNREACHABLE;

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

    /**
     * Writes down {@link #nextSwitch} of one switch for all destinations that are connected with it; entries of others
     * have no meaning. A rule that finds all of them together in less time than one by one overrides this method.
     *
     * @param next by destination switch
     */
    protected void nextSwitches(int here, int[] next) {
        for (int to = 0; to < next.length; to++) {
            next[to] = to != here && graph.connected(here, to) ? nextSwitch(here, to, -1) : NONE;
        }
    }

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
        byte[] lft = new byte[fabric.largestLid() + 1];
        Destinations lids = new Destinations(fabric, faults);
        int[] switchOf = lids.switchByLid(lft.length);
        int[] next = new int[fabric.switchCount()];
        byte[] ways = new byte[fabric.switchCount() + 1];
        Ports ports = new Ports(graph);
        for (int s = 0; s < tables.length; s++) {
            ports.turnTo(s);
            if (differsByNic() || ports.anySeveral()) {
                Arrays.fill(lft, NOWHERE);
                fill(s, ports, lids, lft);
            } else {
                nextSwitches(s, next);
                findWays(s, ports, next, ways);
                for (int lid = 0; lid < lft.length; lid++) {
                    lft[lid] = ways[switchOf[lid]];
                }
                for (int i = lids.first[s]; i < lids.first[s + 1] && graph.up(s); i++) {
                    lft[lids.lid[i]] = lids.port[i];
                }
            }
            lft[fabric.switchLid(s)] = 0;
            tables[s] = pool.table(lft);
        }
        return tables;
    }

    /** The port of one switch to each other one, which all LIDs there have; the last entry is for LIDs of no switch. */
    private void findWays(int here, Ports ports, int[] next, byte[] ways) {
        for (int to = 0; to < next.length; to++) {
            byte way = NOWHERE;
            if (next[to] != NONE && to != here && graph.connected(here, to)) {
                way = ports.only[next[to]];
                if (way == 0) {
                    stuck(here, to, next[to]);
                    way = NOWHERE;
                }
            }
            ways[to] = way;
        }
        ways[here] = NOWHERE;
        ways[next.length] = NOWHERE;
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
        private boolean several; // whether any neighbour has several
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
            several = false;
            for (int i = 0; i < nicLoad.length; i++) {
                int peer = graph.peer(first + i);
                several |= only[peer] != 0;
                only[peer] = only[peer] == 0 ? (byte) graph.port(first + i) : SEVERAL;
            }
        }

        /** Whether several links lead to one of the neighbours. */
        boolean anySeveral() {
            return several;
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
