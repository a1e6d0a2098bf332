package org.reweave.routing.topology;

import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.reweave.routing.model.LinkRate;

/**
 * An immutable interconnection network: switches, NICs, their ports and the links between them.
 *
 * <p>Devices are numbered densely: switches {@code 0..switchCount()-1}, then NICs. Ports are numbered from 1, as on
 * InfiniBand devices; port 0 is a switch's management port and has no link. Links are undirected here, numbered
 * {@code 0..linkCount()-1}, with end 0 and end 1; a directed link is written {@code 2 * link + end}, the end that
 * sends. Several links may join the same two devices. Every array is flat and primitive: a fabric of a thousand
 * switches is a few hundred kilobytes.
 *
 * <p>Built by {@link FabricBuilder}.
 */
public final class Fabric {
    private final String name;
    private final int switchCount;
    private final String[] deviceNames;
    private final Map<String, Integer> deviceByName;
    private final Descriptions descriptions;
    private final int[] portBase; // [device] -> dense index of its port 1; [deviceCount] -> total
    private final int[] portLink; // dense port -> link, -1 = nothing plugged in
    private final int[] portPeerDevice;
    private final int[] portPeerPort;
    private final int[] portLid; // dense port of a NIC -> LID, 0 = none
    private final int[] switchLid;
    private final int[] linkDevice; // [2 * link + end]
    private final int[] linkPort;
    private final LinkRate[] linkRate; // null = the scenario's default
    private final long[] linkLatencyPs; // -1 = the scenario's default
    private final int[] coordinates; // dims per switch, or empty
    private final Shape shape;
    private final int largestLid;

    Fabric(FabricBuilder b) {
        this.name = b.name;
        this.shape = b.shape;
        this.switchCount = b.switchNames.size();
        int devices = switchCount + b.nicNames.size();
        this.deviceNames = new String[devices];
        this.deviceByName = new HashMap<>(devices * 2);
        this.portBase = new int[devices + 1];
        for (int d = 0; d < devices; d++) {
            boolean isSwitch = d < switchCount;
            deviceNames[d] = isSwitch ? b.switchNames.get(d) : b.nicNames.get(d - switchCount);
            deviceByName.put(deviceNames[d], d);
            int ports = isSwitch ? b.switchPorts.getInt(d) : b.nicPorts.getInt(d - switchCount);
            portBase[d + 1] = portBase[d] + ports;
        }
        this.descriptions = new Descriptions(this, b);
        int ports = portBase[devices];
        this.portLink = filled(ports, -1);
        this.portPeerDevice = filled(ports, -1);
        this.portPeerPort = filled(ports, -1);
        this.portLid = new int[ports];
        int links = b.links.size();
        this.linkDevice = new int[2 * links];
        this.linkPort = new int[2 * links];
        this.linkRate = new LinkRate[links];
        this.linkLatencyPs = new long[links];
        for (int l = 0; l < links; l++) {
            FabricBuilder.Cable cable = b.links.get(l);
            plug(2 * l, cable.a().resolve(switchCount), cable.portA());
            plug(2 * l + 1, cable.b().resolve(switchCount), cable.portB());
            linkRate[l] = cable.rate();
            linkLatencyPs[l] = cable.latencyPs();
        }
        for (int end = 0; end < 2 * links; end++) {
            int dense = portIndex(linkDevice[end], linkPort[end]);
            portPeerDevice[dense] = linkDevice[end ^ 1];
            portPeerPort[dense] = linkPort[end ^ 1];
        }
        this.switchLid = new int[switchCount];
        this.coordinates = b.coordinates();
        this.largestLid = Lids.assign(this, b, switchLid, portLid);
    }

    private void plug(int end, int device, int port) {
        linkDevice[end] = device;
        linkPort[end] = port;
        portLink[portIndex(device, port)] = end >> 1;
    }

    private static int[] filled(int length, int value) {
        int[] array = new int[length];
        Arrays.fill(array, value);
        return array;
    }

    /** The origin of the fabric: a generator's text ({@code torus:8x8}) or a file's name. */
    public String name() {
        return name;
    }

    /** The regular structure, as the builder declares it; {@link Shape#irregular()} for files. */
    public Shape shape() {
        return shape;
    }

    public int switchCount() {
        return switchCount;
    }

    public int nicCount() {
        return deviceNames.length - switchCount;
    }

    /** Switches and NICs. */
    public int deviceCount() {
        return deviceNames.length;
    }

    public boolean isSwitch(int device) {
        return device < switchCount;
    }

    /** The device number of NIC {@code nic}. */
    public int nicDevice(int nic) {
        return switchCount + nic;
    }

    public String deviceName(int device) {
        return deviceNames[device];
    }

    /**
     * The device that a user means: by its name, else by its {@link #description}, or a part of the description that
     * this one device has ({@link Descriptions}).
     *
     * @return the device, or -1
     */
    public int deviceByName(String text) {
        Integer named = deviceByName.get(text);
        return named != null ? named : descriptions.device(text);
    }

    /** The description that a file gives of a device ({@code "stage97 mlx4_0"}); empty when there is none. */
    public String description(int device) {
        return descriptions.of(device);
    }

    /** A device for people: its name, with its description in brackets where it has one. */
    public String deviceTitle(int device) {
        String description = descriptions.of(device);
        return description.isEmpty() ? deviceNames[device] : deviceNames[device] + " (" + description + ")";
    }

    /** All devices that a text describes; several where hosts have several adapters. */
    List<Integer> devicesDescribed(String text) {
        return descriptions.all(text);
    }

    /** Every description, or part of one, that means one device. */
    List<String> descriptions() {
        return descriptions.unambiguous();
    }

    public List<String> deviceNames() {
        return List.of(deviceNames);
    }

    /** Number of ports; they are numbered {@code 1..portCount(device)}, and some may have nothing plugged in. */
    public int portCount(int device) {
        return portBase[device + 1] - portBase[device];
    }

    /** All ports of all devices. */
    public int totalPorts() {
        return portBase[deviceNames.length];
    }

    /** Dense index of a port over the whole fabric, {@code 0..totalPorts()-1}. */
    public int portIndex(int device, int port) {
        if (port < 1 || port > portCount(device)) {
            throw new IllegalArgumentException(
                    deviceNames[device] + " has ports 1.." + portCount(device) + ", not " + port);
        }
        return portBase[device] + port - 1;
    }

    /** @return the link plugged into the port, or -1 */
    public int link(int device, int port) {
        return portLink[portIndex(device, port)];
    }

    /** @return the device at the other end of the port's link, or -1 */
    public int peer(int device, int port) {
        return portPeerDevice[portIndex(device, port)];
    }

    /** @return the port at the other end of the port's link, or -1 */
    public int peerPort(int device, int port) {
        return portPeerPort[portIndex(device, port)];
    }

    public int linkCount() {
        return linkRate.length;
    }

    /** @param end 0 or 1 */
    public int linkDevice(int link, int end) {
        return linkDevice[2 * link + end];
    }

    /** @param end 0 or 1 */
    public int linkPort(int link, int end) {
        return linkPort[2 * link + end];
    }

    /** The directed link {@code 2 * link + end} that leaves through this port, or -1. */
    public int directedLink(int device, int port) {
        int link = link(device, port);
        if (link < 0) {
            return -1;
        }
        boolean end0 = linkDevice[2 * link] == device && linkPort[2 * link] == port;
        return 2 * link + (end0 ? 0 : 1);
    }

    /** Both ends are switches. */
    public boolean isTrunk(int link) {
        return isSwitch(linkDevice[2 * link]) && isSwitch(linkDevice[2 * link + 1]);
    }

    /** @return the link's rate, or null where the source gives none */
    public LinkRate linkRate(int link) {
        return linkRate[link];
    }

    /** @return propagation delay in picoseconds, or -1 where the source gives none */
    public long linkLatencyPs(int link) {
        return linkLatencyPs[link];
    }

    /** A port for people: {@link #portName}, with the description of its device in brackets where it has one. */
    public String portTitle(int device, int port) {
        String description = descriptions.of(device);
        return description.isEmpty() ? portName(device, port) : portName(device, port) + " (" + description + ")";
    }

    /** A link for people: {@link #linkName}, with the descriptions of its ends where they have any. */
    public String linkTitle(int link) {
        int a = linkDevice[2 * link];
        int b = linkDevice[2 * link + 1];
        boolean described = !description(a).isEmpty() || !description(b).isEmpty();
        return described ? linkName(link) + " (" + called(a) + " to " + called(b) + ")" : linkName(link);
    }

    private String called(int device) {
        return description(device).isEmpty() ? deviceNames[device] : description(device);
    }

    /** {@code s0_1.3-s0_2.4}: both ends, for messages. */
    public String linkName(int link) {
        return portName(linkDevice[2 * link], linkPort[2 * link]) + "-"
                + portName(linkDevice[2 * link + 1], linkPort[2 * link + 1]);
    }

    public String portName(int device, int port) {
        return deviceNames[device] + "." + port;
    }

    /** The largest LID in use. */
    public int largestLid() {
        return largestLid;
    }

    /** How long LIDs have to be for the largest one. */
    public Addressing addressing() {
        return Addressing.of(largestLid);
    }

    /**
     * Checks that LIDs have 16 bits.
     *
     * @param what has no room for longer ones, for the message
     * @throws IllegalArgumentException when a LID is longer
     */
    public void requireShortLids(String what) {
        if (addressing() != Addressing.LID16) {
            throw new IllegalArgumentException(name + ": LIDs up to " + largestLid + " > " + Addressing.LID16.largest()
                    + ", the largest of " + what + "; use a smaller fabric, or GraphML for the fabric itself");
        }
    }

    /** The base LID of a switch, from its file or assigned; never 0. */
    public int switchLid(int device) {
        return switchLid[device];
    }

    /** The base LID of a NIC's port; 0 when nothing is plugged in. */
    public int nicLid(int device, int port) {
        return portLid[portIndex(device, port)];
    }

    /**
     * The lowest port of a NIC with a link to a switch: where its own traffic enters and leaves. -1 when it has none.
     */
    public int attachedPort(int nicDevice) {
        for (int port = 1; port <= portCount(nicDevice); port++) {
            int peer = peer(nicDevice, port);
            if (peer >= 0 && isSwitch(peer)) {
                return port;
            }
        }
        return -1;
    }

    /** The switch that {@link #attachedPort} leads to, or -1. */
    public int attachedSwitch(int nicDevice) {
        int port = attachedPort(nicDevice);
        return port < 0 ? -1 : peer(nicDevice, port);
    }

    /** The LID of the port that a NIC's own traffic uses, {@link #attachedPort}; it must have one. */
    public int attachedLid(int nicDevice) {
        return nicLid(nicDevice, attachedPort(nicDevice));
    }

    /** A switch's coordinate in one dimension of a regular topology; see {@link Shape}. */
    public int coordinate(int switchDevice, int dimension) {
        int dimensions = shape.dimensions().length;
        if (coordinates.length == 0 || dimension >= dimensions) {
            throw new IllegalStateException(name + " has no coordinate " + dimension);
        }
        return coordinates[switchDevice * dimensions + dimension];
    }
}
