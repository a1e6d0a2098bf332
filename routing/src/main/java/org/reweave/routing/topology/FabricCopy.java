package org.reweave.routing.topology;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.reweave.routing.model.LinkRate;

/**
 * Makes a fabric like another one, with more ports and devices and with other links. Devices keep their order, names,
 * descriptions and LIDs; new switches follow the switches and new NICs the NICs. Every port of a NIC has a LID, also
 * one with nothing plugged in, so that LIDs do not depend on the links.
 */
public final class FabricCopy {
    /**
     * A link of the copy.
     *
     * @param rate null = unstated
     * @param latencyPs propagation delay in picoseconds, -1 = unstated
     */
    public record Link(int device, int port, int peer, int peerPort, LinkRate rate, long latencyPs) {
        /** Whether two links join the same two ports. */
        public boolean sameEnds(Link other) {
            return endsAt(other.device, other.port) && endsAt(other.peer, other.peerPort);
        }

        /** Whether one end of the link is in a port. */
        public boolean endsAt(int atDevice, int atPort) {
            return device == atDevice && port == atPort || peer == atDevice && peerPort == atPort;
        }

        /** Whether two links have an end in the same port. */
        public boolean sharesPort(Link other) {
            return endsAt(other.device, other.port) || endsAt(other.peer, other.peerPort);
        }
    }

    private record Device(String name, int ports) {}

    private final Fabric original;
    private final List<Device> switches = new ArrayList<>();
    private final List<Device> nics = new ArrayList<>();
    private int sparePorts;

    public FabricCopy(Fabric original) {
        this.original = original;
    }

    /** Gives each switch of the original so many more ports. */
    public FabricCopy withSparePorts(int ports) {
        sparePorts = ports;
        return this;
    }

    public FabricCopy withSwitch(String name, int ports) {
        switches.add(new Device(name, ports));
        return this;
    }

    public FabricCopy withNic(String name, int ports) {
        nics.add(new Device(name, ports));
        return this;
    }

    /** The links of a fabric, by number. */
    public static List<Link> linksOf(Fabric fabric) {
        return IntStream.range(0, fabric.linkCount())
                .mapToObj(link -> new Link(
                        fabric.linkDevice(link, 0),
                        fabric.linkPort(link, 0),
                        fabric.linkDevice(link, 1),
                        fabric.linkPort(link, 1),
                        fabric.linkRate(link),
                        fabric.linkLatencyPs(link)))
                .toList();
    }

    /** The copy with the links of the original. */
    public Fabric build() {
        return build(linksOf(original).stream().map(this::renumbered).toList());
    }

    private Link renumbered(Link link) {
        return new Link(
                renumbered(link.device()),
                link.port(),
                renumbered(link.peer()),
                link.peerPort(),
                link.rate(),
                link.latencyPs());
    }

    private int renumbered(int device) {
        return original.isSwitch(device) ? device : device + switches.size();
    }

    /**
     * The copy with other links. The structure of the original is not relied on where the copy has links or switches
     * that the original lacks.
     *
     * @param links with the device numbers of the copy
     * @throws IllegalArgumentException for two devices of one name, or numbers of ports that no device has
     */
    public Fabric build(List<Link> links) {
        boolean isLike = switches.isEmpty() && links.stream().allMatch(this::isOriginal);
        Shape shape = isLike ? original.shape() : Shape.irregular();
        FabricBuilder builder = new FabricBuilder(original.name(), shape);
        builder.keepLids();
        List<FabricBuilder.Node> nodes = new ArrayList<>();
        for (int device = 0; device < original.switchCount(); device++) {
            int[] coordinates = new int[shape.dimensions().length];
            for (int dimension = 0; dimension < coordinates.length; dimension++) {
                coordinates[dimension] = original.coordinate(device, dimension);
            }
            FabricBuilder.Node node = builder.addSwitch(
                    original.deviceName(device), original.portCount(device) + sparePorts, coordinates);
            builder.switchLid(node, original.switchLid(device));
            describe(builder, node, device);
            nodes.add(node);
        }
        int last = original.largestLid();
        for (Device one : switches) {
            FabricBuilder.Node node = builder.addSwitch(one.name(), one.ports());
            builder.switchLid(node, ++last);
            nodes.add(node);
        }
        for (int device = original.switchCount(); device < original.deviceCount(); device++) {
            FabricBuilder.Node node = builder.addNic(original.deviceName(device), original.portCount(device));
            for (int port = 1; port <= original.portCount(device); port++) {
                int lid = original.nicLid(device, port);
                builder.nicLid(node, port, lid > 0 ? lid : ++last);
            }
            describe(builder, node, device);
            nodes.add(node);
        }
        for (Device one : nics) {
            FabricBuilder.Node node = builder.addNic(one.name(), one.ports());
            for (int port = 1; port <= one.ports(); port++) {
                builder.nicLid(node, port, ++last);
            }
            nodes.add(node);
        }
        for (Link link : links) {
            builder.connect(
                    nodes.get(link.device()),
                    link.port(),
                    nodes.get(link.peer()),
                    link.peerPort(),
                    link.rate(),
                    link.latencyPs());
        }
        return builder.build();
    }

    private boolean isOriginal(Link link) {
        return link.port() <= original.portCount(link.device())
                && original.peer(link.device(), link.port()) == link.peer()
                && original.peerPort(link.device(), link.port()) == link.peerPort();
    }

    private void describe(FabricBuilder builder, FabricBuilder.Node node, int device) {
        if (!original.description(device).isEmpty()) {
            builder.describe(node, original.description(device));
        }
    }
}
