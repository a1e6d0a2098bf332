package org.reweave.emulator.network;

import java.util.ArrayList;
import java.util.List;
import org.reweave.routing.topology.Fabric;
import org.reweave.routing.topology.Faults;

/** The NICs that take part in traffic: those that can reach the manager's NIC once all lasting faults have happened. The others would only
 *  send and be sent what cannot arrive. */
final class Participants {
    private Participants() {}

    /** @return numbers of NICs, ascending */
    static List<Integer> of(Fabric fabric, Faults lasting, int managerNic) {
        boolean[] reached = new boolean[fabric.deviceCount()];
        List<Integer> open = new ArrayList<>();
        reached[managerNic] = true;
        open.add(managerNic);
        while (!open.isEmpty()) {
            int device = open.remove(open.size() - 1);
            for (int port = 1; port <= fabric.portCount(device); port++) {
                int peer = fabric.peer(device, port);
                boolean transit = fabric.isSwitch(device) || device == managerNic;
                if (peer >= 0 && transit && !reached[peer] && lasting.portUp(fabric, device, port)) {
                    reached[peer] = true;
                    open.add(peer);
                }
            }
        }
        List<Integer> nics = new ArrayList<>();
        for (int nic = 0; nic < fabric.nicCount(); nic++) {
            int device = fabric.nicDevice(nic);
            int port = fabric.attachedPort(device);
            if (port > 0 && reached[fabric.peer(device, port)] && lasting.portUp(fabric, device, port)) {
                nics.add(nic);
            }
        }
        return nics;
    }
}
