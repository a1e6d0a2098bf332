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
     * Writes down the ports of one switch to all destinations, none of which is cut off. A rule that finds all of them
     * together in less time than one by one overrides this method.
     *
     * @param portTo by neighbour: the port that leads to it, 0 = none
     * @param ways by destination switch; the entry of the switch itself has no meaning
     * @return false when the rule does not know them, or one of them is missing: then {@link #nextSwitch} is asked
     */
    protected boolean waysToAll(int here, byte[] portTo, byte[] ways) {
        return false;
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
        boolean isWhole = graph.isWhole();
        Ports ports = new Ports(graph);
        Rows rows = new Rows(fabric.switchCount(), switchOf);
        for (int s = 0; s < tables.length; s++) {
            ports.turnTo(s);
            if (differsByNic() || ports.anySeveral()) {
                Arrays.fill(lft, NOWHERE);
                fill(s, ports, lids, lft);
                rows.forget();
            } else {
                if (!isWhole || !waysToAll(s, ports.only, rows.ways)) {
                    findWays(s, ports, rows.ways);
                }
                rows.write(s, lft);
                for (int i = lids.first[s]; i < lids.first[s + 1] && graph.up(s); i++) {
                    lft[lids.lid[i]] = lids.port[i];
                }
            }
            lft[fabric.switchLid(s)] = 0;
            tables[s] = pool.table(lft, rows.again);
        }
        return tables;
    }

    /** The port of one switch to each other one, which all LIDs there have. */
    private void findWays(int here, Ports ports, byte[] ways) {
        for (int to = 0; to < graph.switchCount(); to++) {
            boolean isReached = to != here && graph.connected(here, to);
            int next = isReached ? nextSwitch(here, to, -1) : NONE;
            byte way = NOWHERE;
            if (next != NONE) {
                way = ports.only[next];
                if (way == 0) {
                    stuck(here, to, next);
                    way = NOWHERE;
                }
            }
            ways[to] = way;
        }
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

    /**
     * Writes a switch's ways into the table of the switch before it, page by page: tables of neighbours in the order of
     * switches mostly differ in few pages, and only those are written anew.
     */
    private static final class Rows {
        final byte[] ways; // by destination switch, to be filled in; one more for LIDs of no switch
        final boolean[] again; // by page: it is as in the table before
        private final int[] switchOf; // by LID
        private final int[] least; // by page: the first switch that it has a LID of
        private final int[] most;
        private final byte[] former;
        private int before = NONE; // switch that the former ways are of

        Rows(int switches, int[] switchOf) {
            int pages = (switchOf.length + ForwardingTable.PAGE - 1) / ForwardingTable.PAGE;
            this.switchOf = switchOf;
            this.ways = new byte[switches + 1];
            this.former = new byte[switches + 1];
            this.again = new boolean[pages];
            this.least = new int[pages];
            this.most = new int[pages];
            Arrays.fill(least, switches);
            Arrays.fill(most, NONE);
            for (int lid = 0; lid < switchOf.length; lid++) {
                if (switchOf[lid] < switches) {
                    int page = lid / ForwardingTable.PAGE;
                    least[page] = Math.min(least[page], switchOf[lid]);
                    most[page] = Math.max(most[page], switchOf[lid]);
                }
            }
        }

        /** Something else is written into the table. */
        void forget() {
            before = NONE;
            Arrays.fill(again, false);
        }

        /** Writes the ways; the entries of the switch's own LIDs are left to the caller. */
        void write(int here, byte[] lft) {
            ways[here] = NOWHERE;
            ways[ways.length - 1] = NOWHERE;
            for (int page = 0; page < again.length; page++) {
                again[page] = before != NONE && !has(page, here) && !has(page, before) && hasSameWays(page);
                if (!again[page]) {
                    int end = Math.min(lft.length, (page + 1) * ForwardingTable.PAGE);
                    for (int lid = page * ForwardingTable.PAGE; lid < end; lid++) {
                        lft[lid] = ways[switchOf[lid]];
                    }
                }
            }
            System.arraycopy(ways, 0, former, 0, ways.length);
            before = here;
        }

        private boolean has(int page, int switchDevice) {
            return least[page] <= switchDevice && switchDevice <= most[page];
        }

        private boolean hasSameWays(int page) {
            int end = Math.max(least[page], most[page] + 1);
            return Arrays.equals(ways, least[page], end, former, least[page], end);
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
