package org.reweave.routing.topology;

import it.unimi.dsi.fastutil.ints.IntArrayList;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.reweave.routing.model.LinkRate;

/**
 * Collects devices and cables, checks them and makes a {@link Fabric}. Every topology and every parser goes through
 * here.
 */
public final class FabricBuilder {
    /** A switch or NIC added to this builder; device numbers exist only once all are known. */
    public record Node(boolean isSwitch, int index) {
        int resolve(int switchCount) {
            return isSwitch ? index : switchCount + index;
        }
    }

    record Cable(Node a, int portA, Node b, int portB, LinkRate rate, long latencyPs) {}

    final String name;
    final Shape shape;
    final List<String> switchNames = new ArrayList<>();
    final IntArrayList switchPorts = new IntArrayList();
    final IntArrayList switchLids = new IntArrayList();
    final List<String> nicNames = new ArrayList<>();
    final IntArrayList nicPorts = new IntArrayList();
    final List<Cable> links = new ArrayList<>();
    final List<NicLid> nicLids = new ArrayList<>();
    final Map<Node, String> descriptions = new HashMap<>();
    private final List<int[]> switchCoordinates = new ArrayList<>();
    private final Set<String> names = new HashSet<>();
    private final Set<String> usedPorts = new HashSet<>();
    private boolean keepsLids;

    record NicLid(int nic, int port, int lid) {}

    public FabricBuilder(String name, Shape shape) {
        this.name = name;
        this.shape = shape;
    }

    public FabricBuilder(String name) {
        this(name, Shape.irregular());
    }

    /**
     * Adds a switch with ports {@code 1..ports}.
     *
     * @param coordinates one per dimension of the builder's {@link Shape}
     */
    public Node addSwitch(String switchName, int ports, int... coordinates) {
        claim(switchName, ports);
        if (coordinates.length != shape.dimensions().length) {
            throw new IllegalArgumentException(switchName + " has " + coordinates.length + " coordinates, " + shape
                    + " needs " + shape.dimensions().length);
        }
        switchNames.add(switchName);
        switchPorts.add(ports);
        switchLids.add(0);
        switchCoordinates.add(coordinates.clone());
        return new Node(true, switchNames.size() - 1);
    }

    /** Adds a NIC with ports {@code 1..ports}. */
    public Node addNic(String nicName, int ports) {
        claim(nicName, ports);
        nicNames.add(nicName);
        nicPorts.add(ports);
        return new Node(false, nicNames.size() - 1);
    }

    /** Sets what a file says of a device beside its name, as its owner named it. */
    public void describe(Node node, String description) {
        descriptions.put(node, description);
    }

    private void claim(String deviceName, int ports) {
        if (ports < 1 || ports > 254) {
            throw new IllegalArgumentException(deviceName + " has " + ports + " ports; 1 to 254 are possible");
        }
        if (!names.add(deviceName)) {
            throw new IllegalArgumentException("two devices are named " + deviceName);
        }
    }

    /** Plugs a cable of unstated rate and length. */
    public FabricBuilder connect(Node a, int portA, Node b, int portB) {
        return connect(a, portA, b, portB, null, -1);
    }

    /**
     * @param rate null = unstated
     * @param latencyPs propagation delay in picoseconds, -1 = unstated
     */
    public FabricBuilder connect(Node a, int portA, Node b, int portB, LinkRate rate, long latencyPs) {
        occupy(a, portA);
        occupy(b, portB);
        links.add(new Cable(a, portA, b, portB, rate, latencyPs));
        return this;
    }

    private void occupy(Node node, int port) {
        String owner = node.isSwitch() ? switchNames.get(node.index()) : nicNames.get(node.index());
        int ports = node.isSwitch() ? switchPorts.getInt(node.index()) : nicPorts.getInt(node.index());
        if (port < 1 || port > ports) {
            throw new IllegalArgumentException(owner + " has ports 1.." + ports + ", not " + port);
        }
        if (!usedPorts.add(owner + "." + port)) {
            throw new IllegalArgumentException("two cables in port " + owner + "." + port);
        }
    }

    /** Sets the LID that a file gives; 0 = none, to be assigned. */
    public void switchLid(Node node, int lid) {
        switchLids.set(node.index(), lid);
    }

    /** Sets the LID that a file gives to a NIC's port; 0 = none, to be assigned. */
    public void nicLid(Node node, int port, int lid) {
        nicLids.add(new NicLid(node.index(), port, lid));
    }

    /** Lets the ports of NICs keep LIDs that were set also where nothing is plugged in. */
    void keepLids() {
        keepsLids = true;
    }

    boolean keepsLids() {
        return keepsLids;
    }

    int[] coordinates() {
        return switchCoordinates.stream().flatMapToInt(java.util.Arrays::stream).toArray();
    }

    /** @throws IllegalArgumentException for LIDs out of range or given twice */
    public Fabric build() {
        return new Fabric(this);
    }
}
