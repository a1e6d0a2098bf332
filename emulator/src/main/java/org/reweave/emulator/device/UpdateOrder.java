package org.reweave.emulator.device;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.Deque;
import java.util.List;
import org.reweave.reconfig.spi.ManagerInput;
import org.reweave.routing.topology.Fabric;
import org.reweave.routing.topology.Faults;

/** The order in which devices get their tables: nearest to the change first (thesis §6.5, Fig. 6.3). */
final class UpdateOrder {
    private UpdateOrder() {}

    /** @param found a complete sweep: only devices it has a route to are in the order
     *  @param before and {@code after}: what failed before and after the change */
    static ManagerInput.TablesReady nearToFar(Fabric fabric, Sweep found, Faults before, Faults after) {
        int[] distance = distances(fabric, before, after);
        List<Integer> switches = new ArrayList<>();
        List<Integer> nics = new ArrayList<>();
        for (int device = 0; device < fabric.deviceCount(); device++) {
            if (found.route(device) != null) {
                (fabric.isSwitch(device) ? switches : nics).add(device);
            }
        }
        switches.sort(Comparator.comparingInt(device -> distance[device]));
        nics.sort(Comparator.comparingInt(device -> distance[device]));
        return new ManagerInput.TablesReady(switches, nics);
    }

    /** Links from the nearest end of a changed link, along links that work. */
    private static int[] distances(Fabric fabric, Faults before, Faults after) {
        int[] distance = new int[fabric.deviceCount()];
        Arrays.fill(distance, Integer.MAX_VALUE);
        Deque<Integer> next = new ArrayDeque<>();
        for (int link = 0; link < fabric.linkCount(); link++) {
            if (before.linkUp(fabric, link) != after.linkUp(fabric, link)) {
                for (int end = 0; end < 2; end++) {
                    int device = fabric.linkDevice(link, end);
                    if (distance[device] != 0) {
                        distance[device] = 0;
                        next.add(device);
                    }
                }
            }
        }
        while (!next.isEmpty()) {
            int device = next.remove();
            for (int port = 1; port <= fabric.portCount(device); port++) {
                int peer = fabric.peer(device, port);
                if (peer >= 0 && after.portUp(fabric, device, port) && distance[peer] == Integer.MAX_VALUE) {
                    distance[peer] = distance[device] + 1;
                    next.add(peer);
                }
            }
        }
        return distance;
    }
}
