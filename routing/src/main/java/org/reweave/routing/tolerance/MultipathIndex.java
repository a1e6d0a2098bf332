package org.reweave.routing.tolerance;

import it.unimi.dsi.fastutil.ints.IntArrayList;
import java.util.Arrays;
import org.reweave.routing.table.PathTables;
import org.reweave.routing.table.RoutingTables;
import org.reweave.routing.topology.Fabric;

/**
 * Which paths every link and switch carries, read by following the installed tables; pairs are those of NICs at
 * different switches. Immutable.
 */
final class MultipathIndex {
    private static final int MAX_PATHS = 32;

    final int pairs; // nics * nics; pair = source nic * nics + destination nic
    final int nics;
    final int[] nicSwitch; // [nic]; -1 = not wired
    final int maxPaths;
    final byte[] count; // [pair] paths
    final short[] crossed; // [pair * maxPaths + path] switches
    final int[][] byLink; // [link] pair * maxPaths + path of the paths on it
    final int[][] bySwitch; // of those that pass it, ends included
    final long local; // pairs within a switch
    final int vls;
    final int sls;
    final int lids;

    private final PathTables paths;
    private final Fabric fabric;

    MultipathIndex(RoutingTables tables) {
        this.paths = tables.paths().orElseThrow();
        this.fabric = tables.fabric();
        this.nics = fabric.nicCount();
        this.pairs = nics * nics;
        this.maxPaths = paths.maxPaths();
        if (maxPaths > MAX_PATHS) {
            throw new IllegalArgumentException(maxPaths + " paths a pair > " + MAX_PATHS);
        }
        this.nicSwitch = new int[nics];
        int most = 1;
        for (int nic = 0; nic < nics; nic++) {
            nicSwitch[nic] = fabric.attachedSwitch(fabric.nicDevice(nic));
            most = Math.max(most, paths.addressCount(nic));
        }
        this.count = new byte[pairs];
        this.crossed = new short[pairs * maxPaths];
        IntArrayList[] links = lists(fabric.linkCount());
        IntArrayList[] switches = lists(fabric.switchCount());
        long within = 0;
        for (int source = 0; source < nics; source++) {
            for (int destination = 0; destination < nics; destination++) {
                if (source == destination || nicSwitch[source] < 0 || nicSwitch[destination] < 0) {
                    continue;
                }
                within += nicSwitch[source] == nicSwitch[destination] ? 1 : 0;
                if (nicSwitch[source] != nicSwitch[destination]) {
                    follow(source, destination, links, switches);
                }
            }
        }
        this.local = within;
        this.byLink = Arrays.stream(links).map(IntArrayList::toIntArray).toArray(int[][]::new);
        this.bySwitch = Arrays.stream(switches).map(IntArrayList::toIntArray).toArray(int[][]::new);
        this.vls = tables.slToVl().laneCount();
        this.sls = paths.levelCount();
        this.lids = most;
    }

    private static IntArrayList[] lists(int size) {
        IntArrayList[] lists = new IntArrayList[size];
        Arrays.setAll(lists, i -> new IntArrayList());
        return lists;
    }

    private void follow(int source, int destination, IntArrayList[] links, IntArrayList[] switches) {
        int pair = source * nics + destination;
        count[pair] = (byte) paths.pathCount(source, destination);
        for (int path = 0; path < count[pair]; path++) {
            int flow = pair * maxPaths + path;
            int lid = paths.destinationLid(source, destination, path);
            int s = nicSwitch[source];
            while (s != nicSwitch[destination]) {
                int port = paths.outPort(s, lid);
                switches[s].add(flow);
                links[fabric.link(s, port)].add(flow);
                s = fabric.peer(s, port);
                crossed[flow]++;
            }
            switches[s].add(flow);
            crossed[flow]++;
        }
    }
}
