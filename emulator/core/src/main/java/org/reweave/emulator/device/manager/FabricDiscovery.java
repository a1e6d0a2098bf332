package org.reweave.emulator.device.manager;

import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Deque;
import java.util.List;
import org.reweave.emulator.device.Smp;
import org.reweave.reconfig.state.StateVisitor;
import org.reweave.routing.model.Deviation;
import org.reweave.routing.topology.FabricMap;
import org.reweave.routing.topology.Faults;
import org.reweave.routing.topology.Sighting;

/**
 * Finds out what the fabric is: asks the switch behind the manager's NIC what is at its ports, then the switches at
 * those ports, and so on (thesis §6.3; directed-route SMPs of IBA 14.2.2). Each question goes along ports that answers
 * have told of; no map is asked. Keeps the route to every device that it found.
 */
@Deviation("InfiniBand, discovery")
final class FabricDiscovery {
    private final int switches;
    private final byte[][] routes; // by device; null = not found
    private final Sighting[] sightings; // by switch; null = has not answered
    private final boolean[] asked;
    private int open;
    private boolean silence;

    /** @param devices identities that there may be; the first of them, {@code switches}, are switches' */
    FabricDiscovery(int devices, int switches) {
        this.switches = switches;
        this.routes = new byte[devices][];
        this.sightings = new Sighting[switches];
        this.asked = new boolean[switches];
    }

    /** Sends the questions of the discovery. */
    interface Asker {
        void ask(int switchDevice, byte[] route);
    }

    /** @param expected the switch that the manager expects behind its NIC; the answer tells which one is there */
    void start(int nicDevice, int nicPort, int expected, Asker asker) {
        Arrays.fill(routes, null);
        Arrays.fill(sightings, null);
        Arrays.fill(asked, false);
        open = 0;
        silence = false;
        routes[nicDevice] = new byte[0];
        routes[expected] = new byte[] {(byte) nicPort};
        ask(expected, asker);
    }

    /** Lays routes over the elements of a map that are believed to work, without questions. */
    void assume(FabricMap map, int nicDevice, int nicPort, Faults faults) {
        Arrays.fill(routes, null);
        routes[nicDevice] = new byte[0];
        Deque<Integer> next = new ArrayDeque<>();
        reach(map.peer(nicDevice, nicPort), nicDevice, nicPort, next);
        while (!next.isEmpty()) {
            int from = next.remove();
            for (int port = 1; port <= map.portCount(from); port++) {
                if (map.portUp(faults, from, port) && routes[from].length < Smp.MAX_HOPS) {
                    reach(map.peer(from, port), from, port, next);
                }
            }
        }
    }

    private void reach(int device, int from, int port, Deque<Integer> next) {
        if (routes[device] == null) {
            routes[device] = extended(routes[from], port);
            if (isSwitch(device)) {
                next.add(device);
            }
        }
    }

    private static byte[] extended(byte[] route, int port) {
        byte[] longer = Arrays.copyOf(route, route.length + 1);
        longer[route.length] = (byte) port;
        return longer;
    }

    private boolean isSwitch(int device) {
        return device < switches;
    }

    /** Whether the discovery has a route to a device; by device. */
    boolean[] reached() {
        boolean[] reached = new boolean[routes.length];
        for (int device = 0; device < routes.length; device++) {
            reached[device] = routes[device] != null;
        }
        return reached;
    }

    private void ask(int switchDevice, Asker asker) {
        asked[switchDevice] = true;
        open++;
        asker.ask(switchDevice, routes[switchDevice]);
    }

    /** @param expected the switch that was asked; another one may have answered */
    void answered(int expected, Sighting sighting, Asker asker) {
        open--;
        int device = sighting.device();
        if (device != expected) {
            byte[] way = routes[expected];
            routes[expected] = null;
            asked[expected] = false;
            if (!isSwitch(device) || sightings[device] != null) {
                return; // the way has changed under the question, and leads to what is known
            }
            routes[device] = way;
            asked[device] = true;
        }
        sightings[device] = sighting;
        byte[] route = routes[device];
        for (int port = 1; port <= sighting.ports(); port++) {
            int peer = sighting.peer(port);
            if (peer < 0 || peer >= routes.length || route.length == Smp.MAX_HOPS) {
                continue;
            }
            if (isSwitch(peer) ? asked[peer] : routes[peer] != null) {
                continue; // also a switch that was asked another way and did not answer: it has no route
            }
            routes[peer] = extended(route, port);
            if (isSwitch(peer)) {
                ask(peer, asker);
            }
        }
    }

    void silent(int switchDevice) {
        open--;
        silence = true;
        routes[switchDevice] = null;
    }

    /**
     * Whether a switch did not answer whose neighbour's port is up: it may have failed just now, or the way to it, or
     * SMPs were lost.
     */
    boolean hadSilence() {
        return silence;
    }

    boolean isComplete() {
        return open == 0;
    }

    /** The ports to leave by, from 1, from the manager's NIC on; null = no way was found. */
    byte[] route(int device) {
        return routes[device];
    }

    int switchesFound() {
        return sightings().size();
    }

    /** All answers, by device. */
    List<Sighting> sightings() {
        return Arrays.stream(sightings).filter(sighting -> sighting != null).toList();
    }

    /**
     * The failed elements of a map that has all links of the answers: switches that did not answer, and links that an
     * end does not tell of.
     */
    Faults faults(FabricMap map) {
        Faults faults = Faults.none();
        for (int device = 0; device < switches; device++) {
            Sighting sighting = sightings[device];
            if (sighting == null) {
                faults = faults.withDevice(device);
                continue;
            }
            for (int port = 1; port <= map.portCount(device); port++) {
                int link = map.link(device, port);
                if (link >= 0 && sighting.peer(port) != map.peer(device, port)) {
                    faults = faults.withLink(link);
                }
            }
        }
        return faults;
    }

    void visit(StateVisitor state) {
        open = state.value(open);
        silence = state.value(silence);
        for (int device = 0; device < routes.length; device++) {
            routes[device] = state.value(routes[device] != null) ? state.array(routes[device]) : null;
        }
        for (int device = 0; device < switches; device++) {
            boolean answered = state.value(sightings[device] != null);
            long[] neighbours = answered && !state.isReading() ? sightings[device].neighbours() : new long[0];
            sightings[device] = answered ? new Sighting(device, state.array(neighbours)) : null;
        }
        state.values(asked);
    }
}
