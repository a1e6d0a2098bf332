package org.reweave.reconfig.manager;

import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;
import org.reweave.reconfig.state.StateVisitor;
import org.reweave.routing.topology.FabricMap;
import org.reweave.routing.topology.Faults;

/**
 * The manager's knowledge of the state of its map's elements. A NIC that comes or goes changes no routes (thesis §6.3):
 * tables lead to a NIC as long as its switch works.
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
    static Knowledge initial(FabricMap map, Faults absent) {
        List<Integer> missing = new ArrayList<>();
        for (int nic = 0; nic < map.nicCount(); nic++) {
            int device = map.nicDevice(nic);
            int port = map.attachedPort(device);
            if (port < 1 || !map.portUp(absent, device, port)) {
                missing.add(device);
            }
        }
        Faults known = betweenSwitches(map, absent);
        return new Knowledge(known, known, missing);
    }

    /** Failed switches, and failed links between two that work: the same faults always give the same set. */
    public static Faults betweenSwitches(FabricMap map, Faults faults) {
        Faults left = faults;
        for (int link : faults.links()) {
            boolean counts = map.isTrunk(link)
                    && faults.deviceUp(map.linkDevice(link, 0))
                    && faults.deviceUp(map.linkDevice(link, 1));
            left = counts ? left : left.withoutLink(link);
        }
        return left;
    }

    /** The knowledge after a discovery, which answers what traps have told. */
    Knowledge learn(FabricMap map, Stimulus.Discovered found) {
        TreeSet<Integer> unseen = new TreeSet<>();
        for (int nic = 0; nic < map.nicCount(); nic++) {
            unseen.add(map.nicDevice(nic));
        }
        found.reach().nics().forEach(unseen::remove);
        Faults faults = betweenSwitches(map, found.faults());
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

    /**
     * Whether a trap tells something else than the last discovery. Any trap of a device that the discovery took for
     * failed does: whatever it says of its link, the device lives.
     */
    boolean isNews(FabricMap map, Trap trap) {
        if (!known.deviceUp(trap.device())) {
            return true;
        }
        int peer = map.peer(trap.device(), trap.port());
        boolean host = peer >= 0 && !map.isSwitch(peer);
        return trap.up() != (host ? !missing.contains(peer) : map.portUp(known, trap.device(), trap.port()));
    }

    /** Whether a trap tells that a link between switches has failed that was believed to work. */
    boolean isFailure(FabricMap map, Trap trap) {
        int link = map.link(trap.device(), trap.port());
        return !trap.up() && map.isTrunk(link) && map.linkUp(believed, link);
    }

    /** Whether a trap is news, and not about a link that is believed to have failed already. */
    boolean tellsMore(FabricMap map, Trap trap) {
        boolean trunk = map.isTrunk(map.link(trap.device(), trap.port()));
        return isNews(map, trap) && (trap.up() || !trunk || isFailure(map, trap));
    }

    /** The link of a trap is believed to have failed until a discovery tells the truth. */
    Knowledge suspect(FabricMap map, Trap trap) {
        return new Knowledge(known, believed.withLink(map.link(trap.device(), trap.port())), missing);
    }

    /** Whether traps are all about links between two switches that are known to work. */
    boolean canBelieve(FabricMap map, List<Trap> traps) {
        return traps.stream().allMatch(trap -> {
            int link = map.link(trap.device(), trap.port());
            return map.isTrunk(link)
                    && known.deviceUp(map.linkDevice(link, 0))
                    && known.deviceUp(map.linkDevice(link, 1));
        });
    }

    /** The failed elements if the last discovery and the traps since, in their order, are true. */
    Faults after(FabricMap map, List<Trap> traps) {
        Faults faults = known;
        for (Trap trap : traps) {
            int link = map.link(trap.device(), trap.port());
            faults = trap.up() ? faults.withoutLink(link) : faults.withLink(link);
        }
        return betweenSwitches(map, faults);
    }

    /** This knowledge on a corrected map: links that the old map lacked have not worked so far, for all one knew. */
    Knowledge on(FabricMap corrected, FabricMap old) {
        return new Knowledge(
                betweenSwitches(corrected, corrected.translate(known, old)),
                betweenSwitches(corrected, corrected.translate(believed, old)),
                missing);
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
