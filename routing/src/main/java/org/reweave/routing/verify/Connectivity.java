package org.reweave.routing.verify;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.Consumer;
import org.reweave.routing.table.RoutingTables;
import org.reweave.routing.table.SlToVl;
import org.reweave.routing.topology.Fabric;
import org.reweave.routing.topology.Faults;
import org.reweave.routing.topology.SwitchGraph;

/**
 * The pairs that reach each other by the installed tables, the switches that their packets cross, and the number of
 * paths on each link.
 *
 * <p>All tables for one destination form a graph with one link out of each switch, so every switch is walked once per
 * destination and not once per pair: O(destinations x (switches + sources)). Source: routing/docs/engines.md.
 */
public final class Connectivity {
    /** Failed pairs described in {@link #failures}. */
    public static final int MAX_FAILURES = 10;

    /**
     * A pair that the fabric connects and the tables do not connect.
     *
     * @param source the sending NIC port ({@code h0.1})
     * @param reason the obstacle that the packet meets, with the switches on its way
     */
    public record Failure(String source, String destination, String reason) {
        @Override
        public String toString() {
            return source + " does not reach " + destination + ": " + reason;
        }
    }

    /**
     * A pair whose packets do not arrive.
     *
     * @param source device of the sending NIC
     * @param sourcePort of that NIC
     * @param connected whether working links and switches join the two
     * @param reason the obstacle that the packet meets; for a pair that is cut apart, that it is
     */
    public record LostPair(
            int source, int sourcePort, int destination, int destinationPort, boolean connected, String reason) {}

    private static final int UNKNOWN = 0;
    private static final int ON_PATH = -1;
    private static final int LOST = -2;

    private final RoutingTables tables;
    private final FlatPorts wiring;
    private final SwitchGraph graph;
    private final int[] outcome; // [switch] for the current destination: switches crossed, or a code
    private final int[] resolved; // switches in the order they were resolved: nearest the destination first
    private int resolvedCount;
    private final int[] path;
    private final long[] flow; // [switch] paths that pass, for the current destination
    private final long[] linkLoad; // [directed link]
    private final List<Failure> failures = new ArrayList<>();
    private final Consumer<LostPair> lost; // null = nobody asks
    private long pairs;
    private long delivered;
    private long disconnected;
    private long hopSum;
    private int maxHops;

    private Connectivity(RoutingTables tables, Faults faults, Endpoints endpoints, Consumer<LostPair> lost) {
        Fabric fabric = tables.fabric();
        this.tables = tables;
        this.lost = lost;
        this.wiring = new FlatPorts(fabric, faults, endpoints);
        this.graph = SwitchGraph.of(fabric, faults);
        this.outcome = new int[fabric.switchCount()];
        this.resolved = new int[fabric.switchCount()];
        this.path = new int[fabric.switchCount()];
        this.flow = new long[fabric.switchCount()];
        this.linkLoad = new long[2 * fabric.linkCount()];
    }

    /** Checks all ordered pairs of NICs, by their attached ports. */
    public static Connectivity of(RoutingTables tables, Faults faults) {
        return of(tables, faults, Endpoints.NICS);
    }

    /** Checks all ordered pairs of endpoints. NICs without a cable to a switch are no endpoints. */
    public static Connectivity of(RoutingTables tables, Faults faults, Endpoints endpoints) {
        return of(tables, faults, endpoints, null);
    }

    /**
     * Checks all ordered pairs of NICs and names every one that is not delivered, in order of destination, then source.
     */
    public static Connectivity of(RoutingTables tables, Faults faults, Consumer<LostPair> lost) {
        return of(tables, faults, Endpoints.NICS, lost);
    }

    private static Connectivity of(RoutingTables tables, Faults faults, Endpoints endpoints, Consumer<LostPair> lost) {
        Connectivity check = new Connectivity(tables, faults, endpoints, lost);
        for (int destination = 0; destination < check.wiring.endpointCount(); destination++) {
            check.walkTo(destination);
        }
        return check;
    }

    private void walkTo(int destination) {
        Arrays.fill(outcome, UNKNOWN);
        resolvedCount = 0;
        for (int source = 0; source < wiring.endpointCount(); source++) {
            if (source == destination) {
                continue;
            }
            pairs++;
            int entry = wiring.entry[source];
            boolean possible = wiring.alive[source]
                    && wiring.alive[destination]
                    && graph.connected(entry, wiring.entry[destination]);
            if (!possible) {
                disconnected++;
                tell(source, destination, false, "no working links and switches join them");
                continue;
            }
            int hops = outcome[entry] == UNKNOWN ? resolve(entry, destination) : outcome[entry];
            String discarded = hops != LOST && tables.slToVl().discards() ? discarded(source, destination) : null;
            if (hops == LOST) {
                fail(source, destination, null);
            } else if (discarded != null) {
                fail(source, destination, discarded);
            } else {
                delivered++;
                hopSum += hops;
                maxHops = Math.max(maxHops, hops);
                flow[entry]++;
                linkLoad[tables.fabric().directedLink(wiring.nic[source], wiring.nicPort[source])]++;
            }
        }
        spreadFlow(wiring.lid[destination]);
    }

    /**
     * Follows the tables from a switch to the destination, to a failure or to a switch whose outcome is known; then
     * every switch on the way knows its own.
     */
    private int resolve(int entry, int destination) {
        int lid = wiring.lid[destination];
        int depth = 0;
        int result = UNKNOWN; // = delivered, no switch crossed yet
        for (int s = entry; ; ) {
            if (outcome[s] != UNKNOWN) {
                result = outcome[s] == ON_PATH ? LOST : outcome[s];
                break;
            }
            outcome[s] = ON_PATH;
            path[depth++] = s;
            int port = tables.outPort(s, lid);
            int next = wiring.peer(s, port);
            if (next < 0) {
                result = LOST;
                break;
            }
            if (!wiring.fabric.isSwitch(next)) {
                boolean arrived =
                        next == wiring.nic[destination] && wiring.peerPort(s, port) == wiring.nicPort[destination];
                result = arrived ? 0 : LOST;
                break;
            }
            s = next;
        }
        while (depth > 0) {
            int s = path[--depth];
            result = result == LOST ? LOST : result + 1;
            outcome[s] = result;
            resolved[resolvedCount++] = s;
        }
        return result;
    }

    /** Adds the paths entering at each switch to every link they use, farthest switch first. */
    private void spreadFlow(int lid) {
        for (int i = resolvedCount - 1; i >= 0; i--) {
            int s = resolved[i];
            if (flow[s] == 0) {
                continue;
            }
            int port = tables.outPort(s, lid);
            linkLoad[wiring.directed(s, port)] += flow[s];
            int next = wiring.peer(s, port);
            if (wiring.fabric.isSwitch(next)) {
                flow[next] += flow[s];
            }
            flow[s] = 0;
        }
    }

    /**
     * Follows a packet that its LFTs deliver.
     *
     * @return where a switch discards it for its service level, in words; null = nowhere
     */
    private String discarded(int source, int destination) {
        int level = tables.pathLevels().level(wiring.nic[source], wiring.nicPort[source], wiring.lid[destination]);
        int inPort = wiring.entryPort[source];
        for (int s = wiring.entry[source]; wiring.fabric.isSwitch(s); ) {
            int port = tables.outPort(s, wiring.lid[destination]);
            if (tables.slToVl().lane(s, inPort, port, level) == SlToVl.DISCARD) {
                return wiring.fabric.deviceTitle(s) + " discards SL " + level + " from port " + inPort + " to port "
                        + port + ": its SLtoVL entry is VL 15";
            }
            inPort = wiring.peerPort(s, port);
            s = wiring.peer(s, port);
        }
        return null;
    }

    /** @param known the reason; null = what the LFTs do */
    private void fail(int source, int destination, String known) {
        if (failures.size() < MAX_FAILURES || lost != null) {
            String reason = known == null ? wiring.explain(tables, wiring.entry[source], destination) : known;
            if (failures.size() < MAX_FAILURES) {
                failures.add(new Failure(wiring.endpointName(source), wiring.endpointName(destination), reason));
            }
            tell(source, destination, true, reason);
        }
    }

    private void tell(int source, int destination, boolean connected, String reason) {
        if (lost != null) {
            lost.accept(new LostPair(
                    wiring.nic[source],
                    wiring.nicPort[source],
                    wiring.nic[destination],
                    wiring.nicPort[destination],
                    connected,
                    reason));
        }
    }

    /** Ordered pairs of different endpoints, failed ones included. */
    public long pairs() {
        return pairs;
    }

    /** Pairs whose packets arrive. */
    public long delivered() {
        return delivered;
    }

    /** Pairs that no routing could serve: faults or missing cables cut them apart. */
    public long disconnected() {
        return disconnected;
    }

    /** Pairs that the fabric connects and the tables lose. */
    public long lost() {
        return pairs - delivered - disconnected;
    }

    /** The first lost pairs, at most {@value #MAX_FAILURES}, in order of destination, then source. */
    public List<Failure> failures() {
        return List.copyOf(failures);
    }

    /** Sum over the delivered pairs of switches crossed. */
    public long hopSum() {
        return hopSum;
    }

    /** Switches crossed, mean over the delivered pairs; 0 when there are none. */
    public double meanHops() {
        return delivered == 0 ? 0 : (double) hopSum / delivered;
    }

    /** Most switches crossed by a delivered pair. */
    public int maxHops() {
        return maxHops;
    }

    /** Delivered pairs whose path uses a directed link ({@code 2 * link + sending end}). */
    public long load(int directedLink) {
        return linkLoad[directedLink];
    }

    /**
     * The largest load of a directed link between switches. Links of NICs are left out: theirs follow from the number
     * of NICs.
     */
    public long maxLinkLoad() {
        long max = 0;
        for (int directed = 0; directed < linkLoad.length; directed++) {
            if (wiring.fabric.isTrunk(directed >> 1)) {
                max = Math.max(max, linkLoad[directed]);
            }
        }
        return max;
    }
}
