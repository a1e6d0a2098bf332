package org.reweave.emulator.network;

import java.util.ArrayDeque;
import java.util.Deque;
import org.reweave.routing.topology.Fabric;
import org.reweave.routing.topology.Faults;

/**
 * The devices that a manager can reach over working links; a NIC forwards only the SMPs of the manager behind that NIC.
 */
final class ReachableDevices {
    private ReachableDevices() {}

    /** @return by device */
    static boolean[] of(Fabric fabric, Faults faults, int managerNic) {
        boolean[] reached = new boolean[fabric.deviceCount()];
        Deque<Integer> open = new ArrayDeque<>();
        reached[managerNic] = true;
        open.add(managerNic);
        while (!open.isEmpty()) {
            int device = open.remove();
            boolean transit = fabric.isSwitch(device) || device == managerNic;
            for (int port = 1; transit && port <= fabric.portCount(device); port++) {
                int peer = fabric.peer(device, port);
                if (peer >= 0 && !reached[peer] && faults.portUp(fabric, device, port)) {
                    reached[peer] = true;
                    open.add(peer);
                }
            }
        }
        return reached;
    }

    /** The faults as a manager sees them: a switch that it cannot reach has failed, for all it knows. */
    static Faults asSeen(Fabric fabric, Faults faults, int managerNic) {
        boolean[] reached = of(fabric, faults, managerNic);
        Faults seen = faults;
        for (int device = 0; device < fabric.switchCount(); device++) {
            seen = reached[device] ? seen : seen.withDevice(device);
        }
        return seen;
    }
}
