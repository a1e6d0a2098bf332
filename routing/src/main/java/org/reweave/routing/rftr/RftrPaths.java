package org.reweave.routing.rftr;

import it.unimi.dsi.fastutil.ints.IntArrayList;
import java.util.Arrays;
import org.reweave.routing.model.Mix;
import org.reweave.routing.table.RoutingTables;

/**
 * The path, first VL, SL and address of every flow, the entries they are installed as, and which flows use which link,
 * so that the work for a fault is proportional to the paths that the fault breaks: O(F L) (thesis §5.3).
 */
final class RftrPaths {
    final RftrWiring wiring;
    final RftrAddresses addresses;
    final RftrLevels levels;
    final int[][] path; // [flow]; null = none
    final byte[] lane; // [flow] VL of the first hop
    final byte[] level; // [flow]
    final byte[] address; // [flow]
    int levelsInUse; // SLs handed out so far
    private final int[][] firstUsers; // [link] flows of the underlying tables
    private final IntArrayList[] laterUsers; // [link] flows of paths made since; may have left again

    /**
     * The paths of underlying tables, each on a VL drawn from the first {@code lanes}, with the SL of that number.
     * Source: thesis §8.3 (paths without a transition use either VL).
     */
    RftrPaths(RftrWiring wiring, RoutingTables tables, int lanes, long seed) {
        this.wiring = wiring;
        this.addresses = new RftrAddresses(wiring);
        this.levels = new RftrLevels(wiring);
        int flows = wiring.switches * wiring.nics;
        this.path = new int[flows][];
        this.lane = new byte[flows];
        this.level = new byte[flows];
        this.address = new byte[flows];
        this.levelsInUse = lanes;
        IntArrayList[] users = new IntArrayList[wiring.fabric.linkCount()];
        Arrays.setAll(users, l -> new IntArrayList());
        this.laterUsers = new IntArrayList[users.length];
        for (int flow = 0; flow < flows; flow++) {
            int s = flow / wiring.nics;
            int nic = flow % wiring.nics;
            if (!wiring.sends[s] || wiring.nicSwitch[nic] < 0) {
                continue;
            }
            int[] hops = wiring.path(tables, s, nic);
            if (hops == null) {
                continue;
            }
            int drawn = Mix.below(Mix.mix(seed, flow, 0, 0), lanes);
            install(flow, hops, drawn, drawn, 0);
            for (int hop : hops) {
                users[hop >> 2].add(flow);
            }
        }
        Arrays.setAll(laterUsers, l -> new IntArrayList());
        this.firstUsers = Arrays.stream(users).map(IntArrayList::toIntArray).toArray(int[][]::new);
    }

    /** An independent copy; the paths themselves are immutable and shared. */
    RftrPaths(RftrPaths other) {
        this.wiring = other.wiring;
        this.addresses = new RftrAddresses(other.addresses);
        this.levels = new RftrLevels(other.levels);
        this.path = other.path.clone();
        this.lane = other.lane.clone();
        this.level = other.level.clone();
        this.address = other.address.clone();
        this.levelsInUse = other.levelsInUse;
        this.firstUsers = other.firstUsers;
        this.laterUsers = new IntArrayList[firstUsers.length];
        Arrays.setAll(
                laterUsers,
                l -> other.laterUsers[l] == null ? new IntArrayList() : new IntArrayList(other.laterUsers[l]));
    }

    void install(int flow, int[] hops, int firstLane, int atLevel, int atAddress) {
        path[flow] = hops;
        lane[flow] = (byte) firstLane;
        level[flow] = (byte) atLevel;
        address[flow] = (byte) atAddress;
        levels.install(hops, firstLane, atLevel);
        addresses.install(flow % wiring.nics, atAddress, hops);
        for (int hop : hops) {
            if (laterUsers[hop >> 2] != null) {
                laterUsers[hop >> 2].add(flow);
            }
        }
    }

    /** The flows whose path uses one of the links, ascending. */
    int[] usersOf(int[] links) {
        IntArrayList found = new IntArrayList();
        for (int link : links) {
            for (int flow : firstUsers[link]) {
                addUser(found, flow, link);
            }
            for (int flow : laterUsers[link]) {
                addUser(found, flow, link);
            }
        }
        return found.intStream().sorted().distinct().toArray();
    }

    private void addUser(IntArrayList found, int flow, int link) {
        if (path[flow] != null) {
            for (int hop : path[flow]) {
                if (hop >> 2 == link) {
                    found.add(flow);
                    return;
                }
            }
        }
    }
}
