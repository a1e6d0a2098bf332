package org.reweave.emulator.device.manager;

import java.util.ArrayList;
import java.util.List;
import org.reweave.emulator.state.StateReader;
import org.reweave.emulator.state.StateWriter;
import org.reweave.routing.topology.Fabric;
import org.reweave.routing.topology.Faults;

/**
 * What the manager believes of the fabric: the state before and after the last change of switches and the links between
 * them, and the NICs that it has met. A NIC that comes or goes changes no routes (thesis §6.3), so tables lead to it as
 * long as its switch is there.
 */
final class Knowledge {
    private final Fabric fabric;
    private Faults known;
    private Faults before;
    private final boolean[] met; // by NIC

    /** @param absent elements that are not there at the start */
    Knowledge(Fabric fabric, Faults absent) {
        this.fabric = fabric;
        this.known = betweenSwitches(absent);
        this.before = known;
        this.met = new boolean[fabric.nicCount()];
        for (int nic = 0; nic < met.length; nic++) {
            int device = fabric.nicDevice(nic);
            int port = fabric.attachedPort(device);
            met[nic] = port > 0 && absent.portUp(fabric, device, port);
        }
    }

    /** Failed switches, and failed links between switches. */
    Faults known() {
        return known;
    }

    /** {@link #known} as it was before the last change. */
    Faults before() {
        return before;
    }

    /** Whether a complete sweep found switches, or links between them, in another state than they were known to be. */
    boolean isChangedIn(Sweep sweep) {
        return !betweenSwitches(sweep.faults()).equals(known);
    }

    /**
     * Takes over what a complete sweep found.
     *
     * @return NICs that were found and had not been met before, ascending
     */
    List<Integer> learn(Sweep sweep) {
        before = known;
        known = betweenSwitches(sweep.faults());
        List<Integer> joined = new ArrayList<>();
        for (int nic = 0; nic < met.length; nic++) {
            boolean found = sweep.route(fabric.nicDevice(nic)) != null;
            if (found && !met[nic]) {
                joined.add(fabric.nicDevice(nic));
            }
            met[nic] = found;
        }
        return joined;
    }

    /** A NIC did not answer: should it be found later, it is met anew. */
    void lose(int nicDevice) {
        met[nicDevice - fabric.switchCount()] = false;
    }

    /**
     * Whether a trap says something else than is known.
     *
     * @param up what it says of the port's link
     */
    boolean isNews(int device, int port, boolean up) {
        int peer = fabric.peer(device, port);
        boolean host = peer >= 0 && !fabric.isSwitch(peer);
        return up != (host ? met[peer - fabric.switchCount()] : known.portUp(fabric, device, port));
    }

    /** Failed switches, and failed links between two that work: the same faults always give the same set. */
    private Faults betweenSwitches(Faults faults) {
        Faults left = faults;
        for (int link : faults.links()) {
            boolean counts = fabric.isTrunk(link)
                    && faults.deviceUp(fabric.linkDevice(link, 0))
                    && faults.deviceUp(fabric.linkDevice(link, 1));
            left = counts ? left : left.withoutLink(link);
        }
        return left;
    }

    void encode(StateWriter out) {
        encode(known, out);
        encode(before, out);
        out.flags(met);
    }

    void decode(StateReader in) {
        known = faults(in);
        before = faults(in);
        in.flags(met);
    }

    static void encode(Faults faults, StateWriter out) {
        out.ints(faults.links());
        out.ints(faults.devices());
    }

    static Faults faults(StateReader in) {
        Faults faults = Faults.none();
        for (int left = in.integer(); left > 0; left--) {
            faults = faults.withLink(in.integer());
        }
        for (int left = in.integer(); left > 0; left--) {
            faults = faults.withDevice(in.integer());
        }
        return faults;
    }
}
