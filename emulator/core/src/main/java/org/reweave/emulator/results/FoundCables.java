package org.reweave.emulator.results;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.reweave.emulator.governor.Event;
import org.reweave.emulator.network.Network;
import org.reweave.emulator.stats.EventKind;
import org.reweave.routing.topology.Fabric;

/**
 * Cables that discoveries have shown and the manager's map lacked, and where they were before. A map forgets a cable as
 * soon as another one is in one of its ports, so an {@link EventKind#UNPLANNED_LINK} may be a cable that has moved:
 * here each port's last cable is remembered.
 */
public final class FoundCables {
    private static final int MOST = 1000;

    /**
     * A cable.
     *
     * @param cycle at which a discovery had shown it
     * @param name its two ports
     * @param before names of the cables that these ports held before; empty = none
     */
    public record Found(long cycle, String name, List<String> before) {}

    private final Fabric fabric;
    private final Map<String, String> last = new HashMap<>(); // name of the cable by name of the port
    private final List<Found> found = new ArrayList<>();
    private long left;

    FoundCables(Network network) {
        fabric = network.fabric();
        Fabric known = network.resolved().map().forEngines();
        for (int link = 0; link < known.linkCount(); link++) {
            plug(
                    known.portName(known.linkDevice(link, 0), known.linkPort(link, 0)),
                    known.portName(known.linkDevice(link, 1), known.linkPort(link, 1)));
        }
    }

    /** @return the cables that were in the two ports before */
    private List<String> plug(String one, String other) {
        String name = one + "-" + other;
        List<String> before = new ArrayList<>();
        for (String port : List.of(one, other)) {
            String earlier = last.put(port, name);
            if (earlier != null && !before.contains(earlier)) {
                before.add(earlier);
            }
        }
        return before;
    }

    void accept(Event event) {
        if (event.kind() != EventKind.UNPLANNED_LINK && event.kind() != EventKind.MOVED_LINK) {
            return;
        }
        String one = port(event.argument("target"), event.argument("port"));
        String other = port(event.argument("neighbour"), event.argument("neighbourPort"));
        List<String> before = plug(one, other);
        if (found.size() < MOST) {
            found.add(new Found(event.cycle(), one + "-" + other, before));
        } else {
            left++;
        }
    }

    private String port(long device, long port) {
        return fabric.portName(Math.toIntExact(device), Math.toIntExact(port));
    }

    /** The first ones, in order. */
    public List<Found> found() {
        return List.copyOf(found);
    }

    /** Cables that are not among {@link #found}. */
    public long left() {
        return left;
    }
}
