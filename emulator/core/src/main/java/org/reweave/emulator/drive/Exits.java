package org.reweave.emulator.drive;

import java.util.ArrayList;
import java.util.List;
import org.reweave.emulator.device.Device;
import org.reweave.emulator.link.Wiring;

/**
 * The channels between the devices of an island and others, called links here and numbered from 0 by device and
 * channel. They never change.
 */
public final class Exits {
    private static final int INSIDE = -1;

    private final int[][] linkOf; // per member and channel: the link, or INSIDE
    private final Device[] device; // per link: its end in the island
    private final int[] channel;
    private final int[] peerDevice;
    private final int[] peerChannel;
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
        channel = new int[count];
        peerDevice = new int[count];
        peerChannel = new int[count];
        latency = new int[count];
        for (int link = 0; link < count; link++) {
            device[link] = members.get(links.get(link)[0]);
            channel[link] = links.get(link)[1];
            int id = device[link].id();
            peerDevice[link] = wiring.peerDevice()[id][channel[link]];
            peerChannel[link] = wiring.peerChannel()[id][channel[link]];
            latency[link] = wiring.latency()[id][channel[link]];
        }
    }

    public int count() {
        return device.length;
    }

    /** The link of a channel of the device at a position in the island. */
    public int link(int member, int atChannel) {
        return linkOf[member][atChannel];
    }

    /** How many channels the device at a position in the island has. */
    public int channels(int member) {
        return linkOf[member].length;
    }

    /** Whether a channel of the device at a position in the island leaves it. */
    public boolean leaves(int member, int atChannel) {
        return linkOf[member][atChannel] != INSIDE;
    }

    /** The end of a link in the island. */
    public Device device(int link) {
        return device[link];
    }

    /** The channel of the end in the island. */
    public int channel(int link) {
        return channel[link];
    }

    /** The number of the device at the far end. */
    public int peerDevice(int link) {
        return peerDevice[link];
    }

    /** The channel of the far end. */
    public int peerChannel(int link) {
        return peerChannel[link];
    }

    /** Latency of a link, in cycles. */
    public int latency(int link) {
        return latency[link];
    }

    /** {@code s0_1.3}: for messages. */
    public String place(int link) {
        return device[link].name() + "." + (device[link].portOf(channel[link]) + 1);
    }
}
