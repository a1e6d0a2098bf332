package org.reweave.routing.topology;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Collection;
import java.util.List;

/**
 * A manager's map of a fabric: its plan, corrected by what devices have answered. A map is all that a manager knows of
 * the cabling; the fabric that is really wired may differ from it. Immutable.
 *
 * <p>Devices have the numbers of the manager's list of identities, in which switches come before NICs: an entry of the
 * list that no plan names and no device has claimed has no links and counts as {@link #isVacant vacant}. LIDs belong to
 * identities and never change. Links are numbered anew by every correction; {@link #translate} follows them.
 */
public final class FabricMap {
    private static final int NO_PORT = -1;

    private final Fabric plan; // the map before all corrections
    private final Fabric fabric;
    private final BitSet known; // devices that the plan names or that were seen

    private FabricMap(Fabric plan, Fabric fabric, BitSet known) {
        this.plan = plan;
        this.fabric = fabric;
        this.known = known;
    }

    /** The map of somebody to whom a fabric's cabling was told. */
    public static FabricMap of(Fabric plan) {
        BitSet all = new BitSet();
        all.set(0, plan.deviceCount());
        return new FabricMap(plan, plan, all);
    }

    /**
     * The map of somebody with a plan of another cabling.
     *
     * @param identities devices and LIDs of all that exist; its links do not count
     * @param plan names its devices as {@code identities} does
     * @throws IllegalArgumentException naming a device of the plan that does not exist, or a port that it does not have
     */
    public static FabricMap planned(Fabric identities, Fabric plan) {
        BitSet known = new BitSet();
        int[] numbers = new int[plan.deviceCount()];
        int[] ports = new int[identities.deviceCount()];
        Arrays.fill(ports, 1);
        for (int device = 0; device < numbers.length; device++) {
            String name = plan.deviceName(device);
            int number = identities.deviceNames().indexOf(name);
            if (number < 0 || identities.isSwitch(number) != plan.isSwitch(device)) {
                throw new IllegalArgumentException(name + " of " + plan.name() + " is no "
                        + (plan.isSwitch(device) ? "switch" : "NIC") + " of " + identities.name());
            }
            if (plan.portCount(device) > identities.portCount(number)) {
                throw new IllegalArgumentException(name + " of " + plan.name() + " has " + plan.portCount(device)
                        + " ports, and " + identities.portCount(number) + " in " + identities.name());
            }
            numbers[device] = number;
            ports[number] = identities.portCount(number);
            known.set(number);
        }
        boolean whole = known.nextClearBit(0) >= identities.switchCount();
        int[] inPlan = new int[identities.deviceCount()];
        for (int device = 0; device < numbers.length; device++) {
            inPlan[numbers[device]] = device;
        }
        FabricBuilder builder = new FabricBuilder(plan.name(), whole ? plan.shape() : Shape.irregular());
        List<FabricBuilder.Node> nodes =
                nodes(builder, identities, ports, device -> whole ? coordinates(plan, inPlan[device]) : new int[0]);
        for (int link = 0; link < plan.linkCount(); link++) {
            builder.connect(
                    nodes.get(numbers[plan.linkDevice(link, 0)]),
                    plan.linkPort(link, 0),
                    nodes.get(numbers[plan.linkDevice(link, 1)]),
                    plan.linkPort(link, 1),
                    plan.linkRate(link),
                    plan.linkLatencyPs(link));
        }
        Fabric first = builder.build();
        return new FabricMap(first, first, known);
    }

    private static int[] coordinates(Fabric plan, int device) {
        int[] all = new int[plan.shape().dimensions().length];
        Arrays.setAll(all, dimension -> plan.coordinate(device, dimension));
        return all;
    }

    private interface Coordinates {
        int[] of(int switchDevice);
    }

    /** Adds all devices of a fabric to a builder, with their LIDs and the port counts given. */
    private static List<FabricBuilder.Node> nodes(
            FabricBuilder builder, Fabric identities, int[] ports, Coordinates coordinates) {
        builder.keepLids();
        List<FabricBuilder.Node> nodes = new ArrayList<>();
        for (int device = 0; device < identities.deviceCount(); device++) {
            String name = identities.deviceName(device);
            if (identities.isSwitch(device)) {
                FabricBuilder.Node node = builder.addSwitch(name, ports[device], coordinates.of(device));
                builder.switchLid(node, identities.switchLid(device));
                nodes.add(node);
                continue;
            }
            FabricBuilder.Node node = builder.addNic(name, Math.max(ports[device], identities.portCount(device)));
            for (int port = 1; port <= identities.portCount(device); port++) {
                builder.nicLid(node, port, identities.nicLid(device, port));
            }
            nodes.add(node);
        }
        return nodes;
    }

    // ---- corrections ----

    /** A link of a map, its first end before the second in device and port. */
    public record Cable(int device, int port, int peer, int peerPort) {
        static Cable of(int device, int port, int peer, int peerPort) {
            boolean ascending = device < peer || device == peer && port <= peerPort;
            return ascending ? new Cable(device, port, peer, peerPort) : new Cable(peer, peerPort, device, port);
        }

        private boolean endsAt(int atDevice, int atPort) {
            return device == atDevice && port == atPort || peer == atDevice && peerPort == atPort;
        }

        private boolean sharesPort(Cable other) {
            return endsAt(other.device, other.port) || endsAt(other.peer, other.peerPort);
        }
    }

    private Cable cable(int link) {
        return Cable.of(
                fabric.linkDevice(link, 0),
                fabric.linkPort(link, 0),
                fabric.linkDevice(link, 1),
                fabric.linkPort(link, 1));
    }

    private List<Cable> cables() {
        List<Cable> all = new ArrayList<>();
        for (int link = 0; link < fabric.linkCount(); link++) {
            all.add(cable(link));
        }
        return all;
    }

    /**
     * The links that answers show and this map lacks, ascending by their first end. A link between two switches counts
     * when both have told of it, so that answers from before and after a link's change make none.
     */
    public List<Cable> unknownLinks(Collection<Sighting> sightings) {
        Sighting[] seen = new Sighting[deviceCount()];
        sightings.forEach(sighting -> seen[sighting.device()] = sighting);
        List<Cable> unknown = new ArrayList<>();
        for (Sighting sighting : seen) {
            for (int port = 1; sighting != null && port <= sighting.ports(); port++) {
                int peer = sighting.peer(port);
                if (peer < 0 || leadsTo(sighting.device(), port, peer, sighting.peerPort(port))) {
                    continue;
                }
                Cable cable = Cable.of(sighting.device(), port, peer, sighting.peerPort(port));
                boolean first = cable.device() == sighting.device() && cable.port() == port;
                if (isSwitch(peer) ? first && isConfirmed(cable, seen) : isAlone(cable, unknown)) {
                    unknown.add(cable);
                }
            }
        }
        return unknown;
    }

    private boolean leadsTo(int device, int port, int peer, int peerPort) {
        return peer(device, port) == peer && peerPort(device, port) == peerPort;
    }

    private static boolean isConfirmed(Cable cable, Sighting[] seen) {
        Sighting other = seen[cable.peer()];
        return other != null
                && other.peer(cable.peerPort()) == cable.device()
                && other.peerPort(cable.peerPort()) == cable.port();
    }

    /** A NIC's port that two switches claim has moved during the discovery: the next one will tell where to. */
    private static boolean isAlone(Cable cable, List<Cable> others) {
        return others.stream().noneMatch(cable::sharesPort);
    }

    /** The links of this map that cannot exist beside others, ascending by link number. */
    public List<Cable> contradicted(List<Cable> others) {
        return cables().stream()
                .filter(cable -> others.stream().anyMatch(cable::sharesPort))
                .toList();
    }

    /** This map, corrected by answers: links that it lacked, in place of those that cannot exist beside them. */
    public FabricMap with(Collection<Sighting> sightings) {
        List<Cable> more = unknownLinks(sightings);
        int[] ports = portCounts();
        BitSet nowKnown = (BitSet) known.clone();
        for (Sighting sighting : sightings) {
            ports[sighting.device()] = Math.max(ports[sighting.device()], sighting.ports());
            nowKnown.set(sighting.device());
        }
        if (more.isEmpty() && nowKnown.equals(known)) {
            return this;
        }
        List<Cable> all = new ArrayList<>(cables());
        all.removeAll(contradicted(more));
        all.addAll(more);
        for (Cable cable : more) {
            nowKnown.set(cable.device());
            nowKnown.set(cable.peer());
            ports[cable.device()] = Math.max(ports[cable.device()], cable.port());
            ports[cable.peer()] = Math.max(ports[cable.peer()], cable.peerPort());
        }
        return new FabricMap(plan, drawn(ports, all), nowKnown);
    }

    private int[] portCounts() {
        int[] ports = new int[deviceCount()];
        Arrays.setAll(ports, fabric::portCount);
        return ports;
    }

    /** Links of the plan have the rates and latencies that it gives. The structure of the plan is not relied on. */
    private Fabric drawn(int[] ports, List<Cable> cables) {
        FabricBuilder builder = new FabricBuilder(plan.name());
        List<FabricBuilder.Node> nodes = nodes(builder, plan, ports, device -> new int[0]);
        for (Cable cable : cables) {
            int device = cable.device();
            int planned = cable.port() > plan.portCount(device) ? NO_PORT : plan.link(device, cable.port());
            boolean isPlanned = planned >= 0
                    && plan.peer(device, cable.port()) == cable.peer()
                    && plan.peerPort(device, cable.port()) == cable.peerPort();
            builder.connect(
                    nodes.get(device),
                    cable.port(),
                    nodes.get(cable.peer()),
                    cable.peerPort(),
                    isPlanned ? plan.linkRate(planned) : null,
                    isPlanned ? plan.linkLatencyPs(planned) : -1);
        }
        return builder.build();
    }

    /**
     * Faults of another map in the numbers of this one. Links that the other map lacks count as failed: nobody with the
     * other map has seen them work.
     */
    public Faults translate(Faults faults, FabricMap other) {
        Faults translated = Faults.none();
        for (int device : faults.devices()) {
            translated = translated.withDevice(device);
        }
        BitSet failed = new BitSet();
        for (int link : faults.links()) {
            failed.set(link);
        }
        for (int link = 0; link < linkCount(); link++) {
            Cable cable = cable(link);
            boolean both = other.leadsTo(cable.device(), cable.port(), cable.peer(), cable.peerPort());
            if (!both || failed.get(other.link(cable.device(), cable.port()))) {
                translated = translated.withLink(link);
            }
        }
        return translated;
    }

    /** Failed elements of the wired fabric in the numbers of this map, which may lack some of the links. */
    public Faults faultsOf(Fabric wired, Faults faults) {
        Faults same = Faults.none();
        for (int device : faults.devices()) {
            same = same.withDevice(device);
        }
        for (int link : faults.links()) {
            int device = wired.linkDevice(link, 0);
            int port = wired.linkPort(link, 0);
            if (leadsTo(device, port, wired.linkDevice(link, 1), wired.linkPort(link, 1))) {
                same = same.withLink(link(device, port));
            }
        }
        return same;
    }

    // ---- states ----

    /** The corrections of this map in numbers; {@link #corrected} reads them. */
    public int[] words() {
        int devices = deviceCount();
        int[] words = new int[2 * devices + 4 * linkCount()];
        for (int device = 0; device < devices; device++) {
            words[device] = fabric.portCount(device);
            words[devices + device] = known.get(device) ? 1 : 0;
        }
        int at = 2 * devices;
        for (Cable cable : cables()) {
            words[at++] = cable.device();
            words[at++] = cable.port();
            words[at++] = cable.peer();
            words[at++] = cable.peerPort();
        }
        return words;
    }

    /** The map that gave {@link #words}, which came of this map by corrections. */
    public FabricMap corrected(int[] words) {
        int devices = deviceCount();
        BitSet nowKnown = new BitSet();
        for (int device = 0; device < devices; device++) {
            nowKnown.set(device, words[devices + device] == 1);
        }
        List<Cable> cables = new ArrayList<>();
        for (int at = 2 * devices; at < words.length; at += 4) {
            cables.add(new Cable(words[at], words[at + 1], words[at + 2], words[at + 3]));
        }
        return new FabricMap(plan, drawn(Arrays.copyOf(words, devices), cables), nowKnown);
    }

    // ---- reading ----

    /** The map as engines take it. */
    public Fabric forEngines() {
        return fabric;
    }

    /** Whether the list of identities has a device that no plan names and that has not been seen. */
    public boolean isVacant(int device) {
        return !known.get(device);
    }

    /** Vacant switches, as faults. */
    public Faults vacancies() {
        Faults vacant = Faults.none();
        for (int device = known.nextClearBit(0); device < switchCount(); device = known.nextClearBit(device + 1)) {
            vacant = vacant.withDevice(device);
        }
        return vacant;
    }

    public String deviceName(int device) {
        return fabric.deviceName(device);
    }

    public int switchCount() {
        return fabric.switchCount();
    }

    public int nicCount() {
        return fabric.nicCount();
    }

    public int deviceCount() {
        return fabric.deviceCount();
    }

    public boolean isSwitch(int device) {
        return fabric.isSwitch(device);
    }

    /** The device number of a NIC. */
    public int nicDevice(int nic) {
        return fabric.nicDevice(nic);
    }

    public int portCount(int device) {
        return fabric.portCount(device);
    }

    /** The port, from 1, by which a NIC is wired to a switch; -1 = the map has none. */
    public int attachedPort(int nicDevice) {
        return fabric.attachedPort(nicDevice);
    }

    /** @return the link at a port, or -1 where the map has none */
    public int link(int device, int port) {
        return port > fabric.portCount(device) ? NO_PORT : fabric.link(device, port);
    }

    /** @return the device behind a port, or -1 where the map has none */
    public int peer(int device, int port) {
        return port > fabric.portCount(device) ? NO_PORT : fabric.peer(device, port);
    }

    /** @return the other end's port behind a port, or -1 where the map has none */
    public int peerPort(int device, int port) {
        return port > fabric.portCount(device) ? NO_PORT : fabric.peerPort(device, port);
    }

    public int linkCount() {
        return fabric.linkCount();
    }

    /** @param end 0 or 1 */
    public int linkDevice(int link, int end) {
        return fabric.linkDevice(link, end);
    }

    /** Whether both ends of a link are switches; -1 is no link. */
    public boolean isTrunk(int link) {
        return link >= 0 && fabric.isTrunk(link);
    }

    /** Whether a link works when some elements have failed. */
    public boolean linkUp(Faults faults, int link) {
        return faults.linkUp(fabric, link);
    }

    /** Whether the map has a link at a port, and that link works when some elements have failed. */
    public boolean portUp(Faults faults, int device, int port) {
        int link = link(device, port);
        return link >= 0 && faults.linkUp(fabric, link);
    }
}
