package org.reweave.reconfig.manager;

import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;
import org.reweave.reconfig.state.StateVisitor;
import org.reweave.routing.topology.Fabric;
import org.reweave.routing.topology.Faults;

/**
 * The manager's knowledge of the fabric. A NIC that comes or goes changes no routes (thesis §6.3): tables lead to a NIC
 * as long as its switch works.
 *
 * @param known switches that do not work, and links that do not work between two switches that do
 * @param believed these, and the links of whose failure traps have told since
 * @param missing devices of the NICs that the last discovery did not find, or that did not answer since, ascending
 */
public record Knowledge(Faults known, Faults believed, List<Integer> missing) {
    public Knowledge {
        missing = List.copyOf(missing);
    }

    /** The manager's knowledge before the first discovery. */
    static Knowledge initial(Fabric fabric, Faults absent) {
        List<Integer> missing = new ArrayList<>();
        for (int nic = 0; nic < fabric.nicCount(); nic++) {
            int device = fabric.nicDevice(nic);
            int port = fabric.attachedPort(device);
            if (port == 0 || !absent.portUp(fabric, device, port)) {
                missing.add(device);
            }
        }
        Faults known = betweenSwitches(fabric, absent);
        return new Knowledge(known, known, missing);
    }

    /** Failed switches, and failed links between two that work: the same faults always give the same set. */
    public static Faults betweenSwitches(Fabric fabric, Faults faults) {
        Faults left = faults;
        for (int link : faults.links()) {
            boolean counts = fabric.isTrunk(link)
                    && faults.deviceUp(fabric.linkDevice(link, 0))
                    && faults.deviceUp(fabric.linkDevice(link, 1));
            left = counts ? left : left.withoutLink(link);
        }
        return left;
    }

    /** The knowledge after a discovery, which answers what traps have told. */
    Knowledge learn(Fabric fabric, Stimulus.Discovered found) {
        TreeSet<Integer> unseen = new TreeSet<>();
        for (int nic = 0; nic < fabric.nicCount(); nic++) {
            unseen.add(fabric.nicDevice(nic));
        }
        found.reach().nics().forEach(unseen::remove);
        Faults faults = betweenSwitches(fabric, found.faults());
        return new Knowledge(faults, faults, List.copyOf(unseen));
    }

    /** NICs that a discovery has found and that were missing before, ascending. */
    List<Integer> joinedIn(Knowledge after) {
        return missing.stream().filter(nic -> !after.missing.contains(nic)).toList();
    }

    /** A NIC did not answer. */
    Knowledge lose(int nicDevice) {
        TreeSet<Integer> more = new TreeSet<>(missing);
        more.add(nicDevice);
        return new Knowledge(known, believed, List.copyOf(more));
    }

    /** Whether a trap tells something else than the last discovery. */
    boolean isNews(Fabric fabric, Trap trap) {
        int peer = fabric.peer(trap.device(), trap.port());
        boolean host = peer >= 0 && !fabric.isSwitch(peer);
        return trap.up() != (host ? !missing.contains(peer) : known.portUp(fabric, trap.device(), trap.port()));
    }

    /** Whether a trap tells that a link between switches has failed that was believed to work. */
    boolean isFailure(Fabric fabric, Trap trap) {
        int link = fabric.link(trap.device(), trap.port());
        return !trap.up() && fabric.isTrunk(link) && believed.linkUp(fabric, link);
    }

    /** Whether a trap is news, and not about a link that is believed to have failed already. */
    boolean tellsMore(Fabric fabric, Trap trap) {
        boolean trunk = fabric.isTrunk(fabric.link(trap.device(), trap.port()));
        return isNews(fabric, trap) && (trap.up() || !trunk || isFailure(fabric, trap));
    }

    /** The link of a trap is believed to have failed until a discovery tells the truth. */
    Knowledge suspect(Fabric fabric, Trap trap) {
        return new Knowledge(known, believed.withLink(fabric.link(trap.device(), trap.port())), missing);
    }

    /** Whether traps are all about links between two switches that are known to work. */
    boolean canBelieve(Fabric fabric, List<Trap> traps) {
        return traps.stream().allMatch(trap -> {
            int link = fabric.link(trap.device(), trap.port());
            return fabric.isTrunk(link)
                    && known.deviceUp(fabric.linkDevice(link, 0))
                    && known.deviceUp(fabric.linkDevice(link, 1));
        });
    }

    /** The failed elements if the last discovery and the traps since, in their order, are true. */
    Faults after(Fabric fabric, List<Trap> traps) {
        Faults faults = known;
        for (Trap trap : traps) {
            int link = fabric.link(trap.device(), trap.port());
            faults = trap.up() ? faults.withoutLink(link) : faults.withLink(link);
        }
        return betweenSwitches(fabric, faults);
    }

    /** Whether a trap has told of a failed link that no discovery has confirmed. */
    public boolean hasSuspicions() {
        return !believed.equals(known);
    }

    /** This knowledge, or the one written in its place. */
    Knowledge visit(StateVisitor state) {
        Faults knownThen = visit(state, known);
        Faults believedThen = state.value(hasSuspicions()) ? visit(state, believed) : knownThen;
        return new Knowledge(knownThen, believedThen, state.list(missing));
    }

    private static Faults visit(StateVisitor state, Faults faults) {
        int[] links = state.array(faults.links());
        int[] devices = state.array(faults.devices());
        if (!state.isReading()) {
            return faults;
        }
        Faults all = Faults.none();
        for (int link : links) {
            all = all.withLink(link);
        }
        for (int device : devices) {
            all = all.withDevice(device);
        }
        return all;
    }
}
