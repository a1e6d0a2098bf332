package org.reweave.emulator.device.manager;

import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Deque;
import org.reweave.emulator.device.Smp;
import org.reweave.reconfig.state.StateVisitor;
import org.reweave.routing.topology.Fabric;
import org.reweave.routing.topology.Faults;

/**
 * Finds out what of the cabled fabric works: asks the switch behind the manager's NIC which of its ports are up, then
 * the switches at those ports, and so on (thesis §6.3; directed-route SMPs of IBA 14.2.2). Keeps the route to every
 * device that it found.
 */
final class FabricDiscovery {
    private final Fabric fabric;
    private final byte[][] routes; // by device; null = not found
    private final long[][] upPorts; // by switch; null = has not answered
    private final boolean[] asked;
    private int open;
    private boolean silence;

    FabricDiscovery(Fabric fabric) {
        this.fabric = fabric;
        this.routes = new byte[fabric.deviceCount()][];
        this.upPorts = new long[fabric.switchCount()][];
        this.asked = new boolean[fabric.switchCount()];
    }

    /** Sends the questions of the discovery. */
    interface Asker {
        void ask(int switchDevice, byte[] route);
    }

    void start(int nicDevice, int nicPort, Asker asker) {
        Arrays.fill(routes, null);
        Arrays.fill(upPorts, null);
        Arrays.fill(asked, false);
        open = 0;
        silence = false;
        routes[nicDevice] = new byte[0];
        int first = fabric.peer(nicDevice, nicPort);
        routes[first] = new byte[] {(byte) nicPort};
        ask(first, asker);
    }

    /** Lays routes over the elements believed to work, without questions. */
    void assume(int nicDevice, int nicPort, Faults faults) {
        Arrays.fill(routes, null);
        routes[nicDevice] = new byte[0];
        Deque<Integer> open = new ArrayDeque<>();
        reach(fabric.peer(nicDevice, nicPort), nicDevice, nicPort, open);
        while (!open.isEmpty()) {
            int from = open.remove();
            for (int port = 1; port <= fabric.portCount(from); port++) {
                int peer = fabric.peer(from, port);
                if (peer >= 0 && faults.portUp(fabric, from, port) && routes[from].length < Smp.MAX_HOPS) {
                    reach(peer, from, port, open);
                }
            }
        }
    }

    private void reach(int device, int from, int port, Deque<Integer> open) {
        if (routes[device] == null) {
            routes[device] = Arrays.copyOf(routes[from], routes[from].length + 1);
            routes[device][routes[from].length] = (byte) port;
            if (fabric.isSwitch(device)) {
                open.add(device);
            }
        }
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

    /** @param up a bit per port index */
    void answered(int switchDevice, long[] up, Asker asker) {
        open--;
        upPorts[switchDevice] = up;
        byte[] route = routes[switchDevice];
        for (int port = 1; port <= fabric.portCount(switchDevice); port++) {
            int peer = fabric.peer(switchDevice, port);
            if (peer < 0 || !isUp(switchDevice, port) || route.length == Smp.MAX_HOPS) {
                continue;
            }
            if (fabric.isSwitch(peer) ? asked[peer] : routes[peer] != null) {
                continue; // also a switch that was asked another way and did not answer: it has no route
            }
            routes[peer] = Arrays.copyOf(route, route.length + 1);
            routes[peer][route.length] = (byte) port;
            if (fabric.isSwitch(peer)) {
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

    private boolean isUp(int switchDevice, int port) {
        return (upPorts[switchDevice][port - 1 >> 6] >>> port - 1 & 1) != 0;
    }

    /** The ports to leave by, from 1, from the manager's NIC on; null = no way was found. */
    byte[] route(int device) {
        return routes[device];
    }

    int switchesFound() {
        int found = 0;
        for (long[] up : upPorts) {
            found += up == null ? 0 : 1;
        }
        return found;
    }

    /**
     * The failed elements according to the answers: switches that were not reached, and links of which an end is down.
     */
    Faults faults() {
        Faults faults = Faults.none();
        for (int device = 0; device < fabric.switchCount(); device++) {
            if (upPorts[device] == null) {
                faults = faults.withDevice(device);
                continue;
            }
            for (int port = 1; port <= fabric.portCount(device); port++) {
                int link = fabric.link(device, port);
                if (link >= 0 && !isUp(device, port)) {
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
        for (int device = 0; device < upPorts.length; device++) {
            upPorts[device] = state.value(upPorts[device] != null) ? state.array(upPorts[device]) : null;
        }
        state.values(asked);
    }
}
