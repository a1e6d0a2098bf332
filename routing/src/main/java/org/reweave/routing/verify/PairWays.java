package org.reweave.routing.verify;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.IntBinaryOperator;
import org.reweave.routing.table.PathTables;
import org.reweave.routing.table.RoutingTables;
import org.reweave.routing.topology.Fabric;
import org.reweave.routing.topology.Faults;

/** The ways that packets from one NIC to another take by installed tables. */
public final class PairWays {
    /**
     * A way from switch to switch, as far as the tables lead.
     *
     * @param switches in order
     * @param directedLinks between them, {@code 2 * link + sending end}
     * @param lost the obstacle that the packet meets; null = the packet arrives
     */
    public record Way(List<Integer> switches, List<Integer> directedLinks, String lost) {}

    private PairWays() {}

    /**
     * The way by the destination's own LID, and after it those of its other addresses that the source uses.
     *
     * @param source device of a NIC
     * @param destination device of a NIC
     * @throws IllegalArgumentException for NICs without a cable to a switch, and for tables that leave packets a choice
     */
    public static List<Way> of(RoutingTables tables, Faults faults, int source, int destination) {
        Fabric fabric = tables.fabric();
        if (tables.adaptive().isPresent() || tables.trails().isPresent()) {
            throw new IllegalArgumentException("packets of one pair may take several ways by the tables of "
                    + tables.engine() + "; only tables with one port a LID have the way of a pair");
        }
        for (int nic : new int[] {source, destination}) {
            if (fabric.isSwitch(nic) || fabric.attachedSwitch(nic) < 0) {
                throw new IllegalArgumentException(
                        fabric.deviceTitle(nic) + " is no NIC with a cable to a switch; a pair is two of those");
            }
        }
        if (source == destination) {
            throw new IllegalArgumentException(fabric.deviceTitle(source) + " is both ends; name two NICs");
        }
        List<String> reasons = new ArrayList<>();
        Connectivity.of(tables, faults, lost -> {
            if (lost.source() == source && lost.destination() == destination) {
                reasons.add(lost.reason());
            }
        });
        List<Way> ways = new ArrayList<>();
        int lid = fabric.attachedLid(destination);
        Way own = walk(fabric, faults, tables::outPort, source, destination, lid);
        ways.add(new Way(own.switches(), own.directedLinks(), reasons.isEmpty() ? null : reasons.get(0)));
        if (tables.paths().isPresent()) {
            PathTables paths = tables.paths().get();
            int from = source - fabric.switchCount();
            int to = destination - fabric.switchCount();
            for (int path = 0; path < paths.pathCount(from, to); path++) {
                int address = paths.destinationLid(from, to, path);
                ways.add(walk(fabric, faults, paths::outPort, source, destination, address));
            }
        }
        return ways;
    }

    private static Way walk(
            Fabric fabric, Faults faults, IntBinaryOperator outPort, int source, int destination, int lid) {
        List<Integer> switches = new ArrayList<>();
        List<Integer> directed = new ArrayList<>();
        Set<Integer> seen = new HashSet<>();
        int s = fabric.attachedSwitch(source);
        if (!faults.portUp(fabric, source, fabric.attachedPort(source))) {
            return new Way(switches, directed, fabric.portTitle(source, fabric.attachedPort(source)) + " has failed");
        }
        while (seen.add(s)) {
            switches.add(s);
            int port = outPort.applyAsInt(s, lid);
            if (port < 1 || port > fabric.portCount(s) || fabric.link(s, port) < 0) {
                return new Way(switches, directed, fabric.deviceTitle(s) + " has no way to LID " + lid);
            }
            if (!faults.portUp(fabric, s, port)) {
                return new Way(switches, directed, fabric.portTitle(s, port) + " has failed");
            }
            int next = fabric.peer(s, port);
            if (!fabric.isSwitch(next)) {
                boolean arrived = next == destination && fabric.peerPort(s, port) == fabric.attachedPort(destination);
                return new Way(
                        switches, directed, arrived ? null : fabric.portTitle(s, port) + " is not the destination's");
            }
            directed.add(fabric.directedLink(s, port));
            s = next;
        }
        switches.add(s);
        return new Way(switches, directed, "the tables loop at " + fabric.deviceTitle(s));
    }
}
