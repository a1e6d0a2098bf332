package org.reweave.routing.topology;

import java.util.BitSet;

/** An immutable set of failed links and devices of one fabric: what an engine must route around. */
public final class Faults {
    private static final Faults NONE = new Faults(new BitSet(), new BitSet());
    private final BitSet links;
    private final BitSet devices;

    private Faults(BitSet links, BitSet devices) {
        this.links = links;
        this.devices = devices;
    }

    public static Faults none() {
        return NONE;
    }

    /** This set and one more failed link. */
    public Faults withLink(int link) {
        BitSet more = (BitSet) links.clone();
        more.set(link);
        return new Faults(more, devices);
    }

    /** This set and one more failed device (switch or NIC). */
    public Faults withDevice(int device) {
        BitSet more = (BitSet) devices.clone();
        more.set(device);
        return new Faults(links, more);
    }

    /** These faults and others. */
    public Faults and(Faults others) {
        Faults all = this;
        for (int link : others.links()) {
            all = all.withLink(link);
        }
        for (int device : others.devices()) {
            all = all.withDevice(device);
        }
        return all;
    }

    /** This set without a failed link that has come back. */
    public Faults withoutLink(int link) {
        BitSet fewer = (BitSet) links.clone();
        fewer.clear(link);
        return new Faults(fewer, devices);
    }

    /** This set without a failed device that has come back. */
    public Faults withoutDevice(int device) {
        BitSet fewer = (BitSet) devices.clone();
        fewer.clear(device);
        return new Faults(links, fewer);
    }

    public boolean deviceUp(int device) {
        return !devices.get(device);
    }

    /** A link works when it has not failed and neither have the devices at its ends. */
    public boolean linkUp(Fabric fabric, int link) {
        return !links.get(link) && deviceUp(fabric.linkDevice(link, 0)) && deviceUp(fabric.linkDevice(link, 1));
    }

    /** Something is plugged into the port and works. */
    public boolean portUp(Fabric fabric, int device, int port) {
        int link = fabric.link(device, port);
        return link >= 0 && linkUp(fabric, link);
    }

    /** The failed links, ascending; links that are down only because a device failed are not among them. */
    public int[] links() {
        return members(links);
    }

    /** The failed devices, ascending. */
    public int[] devices() {
        return members(devices);
    }

    private static int[] members(BitSet set) {
        int[] all = new int[set.cardinality()];
        int next = -1;
        for (int i = 0; i < all.length; i++) {
            next = set.nextSetBit(next + 1);
            all[i] = next;
        }
        return all;
    }

    public int linkCount() {
        return links.cardinality();
    }

    public int deviceCount() {
        return devices.cardinality();
    }

    public boolean isEmpty() {
        return links.isEmpty() && devices.isEmpty();
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof Faults that && links.equals(that.links) && devices.equals(that.devices);
    }

    @Override
    public int hashCode() {
        return 31 * links.hashCode() + devices.hashCode();
    }

    @Override
    public String toString() {
        return "failed links " + links + ", failed devices " + devices;
    }
}
