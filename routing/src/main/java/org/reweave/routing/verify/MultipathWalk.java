package org.reweave.routing.verify;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.reweave.routing.rftr.TurnRule;
import org.reweave.routing.table.PathTables;
import org.reweave.routing.table.RoutingTables;
import org.reweave.routing.topology.Fabric;
import org.reweave.routing.topology.Faults;
import org.reweave.routing.topology.SwitchGraph;

/** Follows every path record of every pair through installed tables, for a {@link MultipathReport}. */
final class MultipathWalk {
    private static final int MAX_FAILURES = 5;
    private static final int MAX_LEVELS = 16;
    private static final int LOST = -1;

    private final RoutingTables tables;
    private final PathTables paths;
    private final Fabric fabric;
    private final Faults faults;
    private final SwitchGraph graph;
    private final HeldChannels channels;
    private final int[] directed; // the walk: links
    private final int[] switchUse; // [switch] stamp * (maxPaths + 1) + paths of the pair that pass
    private final int[] linkUse;
    private final List<String> failures = new ArrayList<>();
    private final long[] byPaths;
    private final long[] byLevel = new long[MAX_LEVELS];
    private long pairs;
    private long walked;
    private long lost;
    private long hops;
    private long firstHops;
    private long firsts;
    private long distanceSum;
    private long sharedSwitches;
    private long sharedLinks;
    private long firstOnTree;
    private int maxHops;
    private int maxLane;

    MultipathWalk(RoutingTables tables, PathTables paths, Faults faults) {
        this.tables = tables;
        this.paths = paths;
        this.fabric = tables.fabric();
        this.faults = faults;
        this.graph = SwitchGraph.of(fabric, faults);
        this.channels = new HeldChannels(fabric, tables.slToVl().laneCount());
        this.directed = new int[fabric.switchCount()];
        this.switchUse = new int[fabric.switchCount()];
        this.linkUse = new int[fabric.linkCount()];
        this.byPaths = new long[paths.maxPaths() + 1];
    }

    MultipathReport report() {
        int[] distance = new int[fabric.switchCount()];
        for (int source = 0; source < fabric.nicCount(); source++) {
            if (!alive(source)) {
                continue;
            }
            graph.distances(at(source), distance);
            for (int destination = 0; destination < fabric.nicCount(); destination++) {
                if (source != destination && alive(destination) && distance[at(destination)] >= 0) {
                    walkBase(source, destination);
                    if (at(source) != at(destination)) {
                        pairs++;
                        distanceSum += distance[at(destination)];
                        walkPair(source, destination);
                    }
                }
            }
        }
        return result();
    }

    private MultipathReport result() {
        int lids = 1;
        for (int nic = 0; nic < fabric.nicCount(); nic++) {
            lids = Math.max(lids, paths.addressCount(nic));
        }
        int sls = 0;
        for (long count : byLevel) {
            sls += count > 0 ? 1 : 0;
        }
        return new MultipathReport(
                tables.engine(),
                pairs,
                walked,
                lost,
                failures,
                Arrays.stream(byPaths).boxed().toList(),
                sharedSwitches,
                sharedLinks,
                channels.acyclic(),
                tables.slToVl().conflictCount(),
                mean(hops, walked - lost),
                mean(firstHops, firsts),
                mean(distanceSum, pairs),
                maxHops,
                maxLane + 1,
                sls,
                Arrays.stream(byLevel).boxed().toList(),
                lids,
                paths.lmc(),
                firstOnTree);
    }

    private static double mean(long sum, long count) {
        return count == 0 ? 0 : (double) sum / count;
    }

    private int at(int nic) {
        return fabric.attachedSwitch(fabric.nicDevice(nic));
    }

    private boolean alive(int nic) {
        int device = fabric.nicDevice(nic);
        int port = fabric.attachedPort(device);
        return port > 0 && faults.portUp(fabric, device, port);
    }

    private void walkPair(int source, int destination) {
        Arrays.fill(switchUse, 0);
        Arrays.fill(linkUse, 0);
        int disjoint = 0;
        int count = paths.pathCount(source, destination);
        for (int path = 0; path < count; path++) {
            int level = paths.level(source, destination, path);
            int lid = paths.destinationLid(source, destination, path);
            walked++;
            byLevel[level]++;
            int crossed = walk(source, destination, lid, level, true);
            if (crossed == LOST) {
                lost++;
                if (failures.size() < MAX_FAILURES) {
                    failures.add(fabric.deviceName(fabric.nicDevice(source)) + " to "
                            + fabric.deviceName(fabric.nicDevice(destination)) + ", path " + path + ", LID " + lid);
                }
                continue;
            }
            hops += crossed;
            maxHops = Math.max(maxHops, crossed);
            if (path == 0) {
                firstHops += crossed;
                firsts++;
                firstOnTree += paths.address(source, destination, path) == 0 ? 1 : 0;
            }
            disjoint += share(crossed) ? 0 : 1;
        }
        byPaths[disjoint]++;
    }

    /** Counts the switches and links that the path last walked shares with the pair's paths before. */
    private boolean share(int crossed) {
        boolean shares = false;
        for (int i = 0; i < crossed; i++) {
            int link = directed[i] >> 1;
            int uses = ++linkUse[link];
            sharedLinks += uses == 2 ? 1 : 0;
            shares |= uses > 1;
            if (i < crossed - 1) {
                int s = fabric.linkDevice(link, directed[i] & 1 ^ 1);
                int passing = ++switchUse[s];
                sharedSwitches += passing == 2 ? 1 : 0;
                shares |= passing > 1;
            }
        }
        return shares;
    }

    private void walkBase(int source, int destination) {
        int device = fabric.nicDevice(destination);
        int lid = fabric.attachedLid(device);
        int level = tables.pathLevels().level(fabric.nicDevice(source), lid);
        if (walk(source, destination, lid, level, true) == LOST && failures.size() < MAX_FAILURES) {
            failures.add(fabric.deviceName(fabric.nicDevice(source)) + " to " + fabric.deviceName(device)
                    + ", by its own LID " + lid);
        }
    }

    /** @return links between switches; {@link #LOST} */
    private int walk(int source, int destination, int lid, int level, boolean record) {
        int device = fabric.nicDevice(source);
        int target = fabric.nicDevice(destination);
        int s = fabric.attachedSwitch(device);
        int inPort = fabric.peerPort(device, fabric.attachedPort(device));
        int held = -1;
        for (int crossed = 0; crossed < fabric.switchCount(); crossed++) {
            int out = paths.outPort(s, lid);
            if (out < 1 || out > fabric.portCount(s) || !faults.portUp(fabric, s, out)) {
                return LOST;
            }
            int next = fabric.peer(s, out);
            if (!fabric.isSwitch(next)) {
                boolean arrived = next == target && fabric.peerPort(s, out) == fabric.attachedPort(target);
                return arrived ? crossed : LOST;
            }
            int lane = tables.slToVl().lane(s, inPort, out, level);
            if (lane < 0 || lane >= tables.slToVl().laneCount()) {
                return LOST;
            }
            maxLane = Math.max(maxLane, lane);
            held = record ? channels.hold(held, s, out, lane) : held;
            directed[crossed] = fabric.directedLink(s, out);
            inPort = fabric.peerPort(s, out);
            s = next;
        }
        return LOST;
    }

    long[] transitions(TurnRule turns) {
        long[] byTurns = new long[MAX_LEVELS];
        for (int source = 0; source < fabric.nicCount(); source++) {
            for (int destination = 0; destination < fabric.nicCount(); destination++) {
                for (int path = 0; path < paths.pathCount(source, destination); path++) {
                    int lid = paths.destinationLid(source, destination, path);
                    int crossed = walk(source, destination, lid, paths.level(source, destination, path), false);
                    int turned = 0;
                    for (int i = 1; i < crossed; i++) {
                        turned += turns.isForbidden(directed[i - 1], directed[i]) ? 1 : 0;
                    }
                    byTurns[turned] += at(source) == at(destination) ? 0 : 1;
                }
            }
        }
        return byTurns;
    }
}
