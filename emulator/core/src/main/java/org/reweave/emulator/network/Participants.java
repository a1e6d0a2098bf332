package org.reweave.emulator.network;

import java.util.List;
import java.util.stream.IntStream;
import org.reweave.routing.topology.Fabric;
import org.reweave.routing.topology.Faults;

/**
 * The NICs that take part in traffic: those that can reach the manager's NIC once all lasting faults have happened.
 * Packets of the other NICs, or for them, could not arrive.
 */
final class Participants {
    private Participants() {}

    /** @return numbers of NICs, ascending */
    static List<Integer> of(Fabric fabric, Faults lasting, int managerNic) {
        boolean[] reached = ReachableDevices.of(fabric, lasting, managerNic);
        return IntStream.range(0, fabric.nicCount())
                .filter(nic -> isConnected(fabric, lasting, fabric.nicDevice(nic), reached))
                .boxed()
                .toList();
    }

    private static boolean isConnected(Fabric fabric, Faults lasting, int device, boolean[] reached) {
        int port = fabric.attachedPort(device);
        return port > 0 && reached[fabric.peer(device, port)] && lasting.portUp(fabric, device, port);
    }
}
