package org.reweave.emulator.network;

import java.util.List;
import org.reweave.emulator.scenario.ResolvedScenario;

/** Numbers of the managers' devices, behind all devices of the fabric, and the NICs that the managers sit behind. */
final class Managers {
    private final int first;
    private final List<Integer> nics; // by manager; the standby's is the last

    Managers(ResolvedScenario resolved) {
        this.first = resolved.fabric().deviceCount();
        this.nics = resolved.managerNics();
    }

    int first() {
        return first;
    }

    int count() {
        return nics.size();
    }

    /** The other one of two managers. */
    int rivalOf(int manager) {
        return manager == first ? first + 1 : first;
    }

    boolean isManager(int device) {
        return device >= first;
    }

    /** The NIC that a manager sits behind. */
    int nicOf(int manager) {
        return nics.get(manager - first);
    }

    /** The manager that sits behind a NIC. */
    int behind(int nic) {
        return first + nics.indexOf(nic);
    }

    /** Whether a device is a NIC that a manager sits behind, at the NIC's last port. */
    boolean isNic(int device) {
        return nics.contains(device);
    }
}
