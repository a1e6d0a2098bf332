package org.reweave.reconfig.explore;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import org.reweave.reconfig.manager.Reach;
import org.reweave.routing.topology.Fabric;

/** The devices that the manager, behind the first NIC, can reach when some links are down: breadth-first. */
final class Discovery {
    private Discovery() {}

    /** Devices in the order in which they are found. */
    static Reach of(Fabric fabric, long linksDown) {
        List<Integer> switches = new ArrayList<>();
        List<Integer> nics = new ArrayList<>();
        boolean[] seen = new boolean[fabric.deviceCount()];
        Deque<Integer> next = new ArrayDeque<>();
        next.add(fabric.nicDevice(0));
        seen[fabric.nicDevice(0)] = true;
        while (!next.isEmpty()) {
            int device = next.remove();
            (fabric.isSwitch(device) ? switches : nics).add(device);
            for (int port = 1; port <= fabric.portCount(device); port++) {
                int peer = fabric.peer(device, port);
                if (peer >= 0 && !seen[peer] && (linksDown >>> fabric.link(device, port) & 1) == 0) {
                    seen[peer] = true;
                    next.add(peer);
                }
            }
        }
        return new Reach(switches, nics);
    }

    /** Devices that are found, by number. */
    static boolean[] reached(Fabric fabric, long linksDown) {
        boolean[] reached = new boolean[fabric.deviceCount()];
        Reach found = of(fabric, linksDown);
        found.switches().forEach(device -> reached[device] = true);
        found.nics().forEach(device -> reached[device] = true);
        return reached;
    }
}
