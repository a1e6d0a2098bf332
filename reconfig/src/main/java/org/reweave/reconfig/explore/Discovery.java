package org.reweave.reconfig.explore;

import java.util.ArrayList;
import java.util.List;
import org.reweave.reconfig.manager.Reach;
import org.reweave.routing.topology.Fabric;

/** The devices that a manager behind some NIC can reach when some links are down: breadth-first. */
final class Discovery {
    private Discovery() {}

    /** Devices in the order in which they are found. */
    static Reach of(Fabric fabric, int nic, long linksDown) {
        List<Integer> switches = new ArrayList<>();
        List<Integer> nics = new ArrayList<>();
        for (int device : found(fabric, nic, linksDown, new long[fabric.deviceCount()])) {
            (fabric.isSwitch(device) ? switches : nics).add(device);
        }
        return new Reach(switches, nics);
    }

    /**
     * By device, the links of the way on which it is found, a bit each; 0 for the manager's NIC and for what is not
     * found.
     */
    static long[] ways(Fabric fabric, int nic, long linksDown) {
        long[] links = new long[fabric.deviceCount()];
        found(fabric, nic, linksDown, links);
        return links;
    }

    /** @param links set for each device that is found */
    private static List<Integer> found(Fabric fabric, int nic, long linksDown, long[] links) {
        List<Integer> found = new ArrayList<>();
        boolean[] seen = new boolean[fabric.deviceCount()];
        found.add(fabric.nicDevice(nic));
        seen[fabric.nicDevice(nic)] = true;
        for (int next = 0; next < found.size(); next++) {
            int device = found.get(next);
            for (int port = 1; port <= fabric.portCount(device); port++) {
                int peer = fabric.peer(device, port);
                int link = fabric.link(device, port);
                if (peer >= 0 && !seen[peer] && (linksDown >>> link & 1) == 0) {
                    seen[peer] = true;
                    links[peer] = links[device] | 1L << link;
                    found.add(peer);
                }
            }
        }
        return found;
    }

    /** Devices that are found, by number. */
    static boolean[] reached(Fabric fabric, int nic, long linksDown) {
        boolean[] reached = new boolean[fabric.deviceCount()];
        Reach found = of(fabric, nic, linksDown);
        found.switches().forEach(device -> reached[device] = true);
        found.nics().forEach(device -> reached[device] = true);
        return reached;
    }
}
