package org.reweave.emulator.drive;

import java.util.ArrayList;
import java.util.List;
import org.reweave.emulator.device.Device;
import org.reweave.emulator.link.Wiring;

/** The links between the devices of an island and others, numbered from 0 by device and port. They never change. */
public final class Exits {
    private static final int INSIDE = -1;

    private final int[][] linkOf; // per member and port: the link, or INSIDE
    private final Device[] device; // per link: its end in the island
    private final int[] port;
    private final int[] peerDevice;
    private final int[] peerPort;
    private final int[] latency;

    public Exits(Members members, Wiring wiring) {
        linkOf = new int[members.count()][];
        List<int[]> links = new ArrayList<>();
        for (int member = 0; member < members.count(); member++) {
            int[] peers = wiring.peerDevice()[members.get(member).id()];
            linkOf[member] = new int[peers.length];
            for (int at = 0; at < peers.length; at++) {
                boolean leaves = peers[at] >= 0 && !members.has(peers[at]);
                linkOf[member][at] = leaves ? links.size() : INSIDE;
                if (leaves) {
                    links.add(new int[] {member, at});
                }
            }
        }
        int count = links.size();
        device = new Device[count];
        port = new int[count];
        peerDevice = new int[count];
        peerPort = new int[count];
        latency = new int[count];
        for (int link = 0; link < count; link++) {
            device[link] = members.get(links.get(link)[0]);
            port[link] = links.get(link)[1];
            int id = device[link].id();
            peerDevice[link] = wiring.peerDevice()[id][port[link]];
            peerPort[link] = wiring.peerPort()[id][port[link]];
            latency[link] = wiring.latency()[id][port[link]];
        }
    }

    public int count() {
        return device.length;
    }

    /** The link at a port of the device at a position in the island. */
    public int link(int member, int atPort) {
        return linkOf[member][atPort];
    }

    /** How many ports the device at a position in the island has. */
    public int ports(int member) {
        return linkOf[member].length;
    }

    /** Whether a link leaves the island at a port of the device at a position in it. */
    public boolean leaves(int member, int atPort) {
        return linkOf[member][atPort] != INSIDE;
    }

    /** The end of a link in the island. */
    public Device device(int link) {
        return device[link];
    }

    public int port(int link) {
        return port[link];
    }

    /** The number of the device at the far end. */
    public int peerDevice(int link) {
        return peerDevice[link];
    }

    public int peerPort(int link) {
        return peerPort[link];
    }

    /** Latency of a link, in cycles. */
    public int latency(int link) {
        return latency[link];
    }

    /** {@code s0_1.3}: for messages. */
    public String place(int link) {
        return device[link].name() + "." + (port[link] + 1);
    }
}
