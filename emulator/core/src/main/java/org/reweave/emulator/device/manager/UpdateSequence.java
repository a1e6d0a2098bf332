package org.reweave.emulator.device.manager;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.Deque;
import java.util.List;
import java.util.function.IntUnaryOperator;
import org.reweave.reconfig.manager.Reach;
import org.reweave.reconfig.spi.UpdateOrder;
import org.reweave.routing.topology.FabricMap;
import org.reweave.routing.topology.Faults;

/**
 * The devices of a change in their {@link UpdateOrder}. Ties go to the lower number. A change without a changed
 * element, such as a planned one, has no near and far: it goes breadth-first.
 */
final class UpdateSequence {
    private static final int UNREACHED = Integer.MAX_VALUE;

    private UpdateSequence() {}

    /**
     * @param found a complete sweep: only devices it has a route to are in the order
     * @param before and {@code after}: what failed before and after the change
     */
    static Reach of(UpdateOrder order, FabricMap map, FabricDiscovery found, Faults before, Faults after) {
        int[] distance = distances(map, before, after);
        boolean nothingChanged = Arrays.stream(distance).allMatch(hops -> hops == UNREACHED);
        IntUnaryOperator hops = device -> found.route(device).length;
        IntUnaryOperator rank =
                switch (order) {
                    case NEAR_TO_FAR -> nothingChanged ? hops : device -> distance[device];
                    case FAR_TO_NEAR -> nothingChanged ? hops : device -> -distance[device];
                    case BREADTH_FIRST -> hops;
                    case FARTHEST_FIRST -> device -> -found.route(device).length;
                };
        List<Integer> switches = new ArrayList<>();
        List<Integer> nics = new ArrayList<>();
        for (int device = 0; device < map.deviceCount(); device++) {
            if (found.route(device) != null) {
                (map.isSwitch(device) ? switches : nics).add(device);
            }
        }
        switches.sort(Comparator.comparingInt(rank::applyAsInt));
        nics.sort(Comparator.comparingInt(rank::applyAsInt));
        return new Reach(switches, nics);
    }

    /** Links from the nearest end of a changed link, along links that work. */
    private static int[] distances(FabricMap map, Faults before, Faults after) {
        int[] distance = new int[map.deviceCount()];
        Arrays.fill(distance, UNREACHED);
        Deque<Integer> next = new ArrayDeque<>();
        for (int link = 0; link < map.linkCount(); link++) {
            if (map.linkUp(before, link) != map.linkUp(after, link)) {
                for (int end = 0; end < 2; end++) {
                    int device = map.linkDevice(link, end);
                    if (distance[device] != 0) {
                        distance[device] = 0;
                        next.add(device);
                    }
                }
            }
        }
        while (!next.isEmpty()) {
            int device = next.remove();
            for (int port = 1; port <= map.portCount(device); port++) {
                int peer = map.peer(device, port);
                if (map.portUp(after, device, port) && distance[peer] == UNREACHED) {
                    distance[peer] = distance[device] + 1;
                    next.add(peer);
                }
            }
        }
        return distance;
    }
}
