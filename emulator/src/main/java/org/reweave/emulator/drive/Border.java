package org.reweave.emulator.drive;

import java.util.ArrayList;
import java.util.List;
import org.reweave.emulator.device.Device;
import org.reweave.emulator.link.Frame;
import org.reweave.emulator.link.Wiring;

/**
 * The links that leave an island, and their clocks: how far each neighbour has promised, and which frame goes out next.
 *
 * <p>The island may advance to its horizon, the smallest {@code to + latency} over its in-links; frame k of a link is
 * sent once {@code now + reaction >= (k + 1) Q}.
 */
final class Border {
    /** Takes frames to their receivers. */
    interface Sink {
        void send(Frame frame);
    }

    private static final int INSIDE = -1;

    private final int[][] linkOf; // per member and port: the link, or INSIDE
    private final Device[] device; // per link
    private final int[] port;
    private final int[] peerDevice;
    private final int[] peerPort;
    private final int[] latency;
    private final int[] frameCycles;
    private final int[] backlogLimit;
    private final long[] promised; // per link: the neighbour has sent everything before this cycle
    private final long[] framesTaken;
    private final long[] sentTo;
    private final long[] framesSent;
    private long horizon;
    private int holders; // links on whose next frame the horizon depends

    /** @param inside whether a device is in the island */
    Border(Device[] members, Wiring wiring, boolean[] inside) {
        linkOf = new int[members.length][];
        List<int[]> links = new ArrayList<>();
        for (int member = 0; member < members.length; member++) {
            int[] peers = wiring.peerDevice()[members[member].id()];
            linkOf[member] = new int[peers.length];
            for (int at = 0; at < peers.length; at++) {
                boolean leaves = peers[at] >= 0 && !inside[peers[at]];
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
        frameCycles = new int[count];
        backlogLimit = new int[count];
        promised = new long[count];
        framesTaken = new long[count];
        sentTo = new long[count];
        framesSent = new long[count];
        for (int link = 0; link < count; link++) {
            device[link] = members[links.get(link)[0]];
            port[link] = links.get(link)[1];
            int id = device[link].id();
            peerDevice[link] = wiring.peerDevice()[id][port[link]];
            peerPort[link] = wiring.peerPort()[id][port[link]];
            latency[link] = wiring.latency()[id][port[link]];
            frameCycles[link] = wiring.frameCycles()[id][port[link]];
            backlogLimit[link] = backlogLimit(wiring, id, port[link]);
        }
        findHorizon();
    }

    /** Complete frames that may be unconsumed at the receiving end of the link that comes in by a port. */
    static int backlogLimit(Wiring wiring, int device, int port) {
        int latency = wiring.latency()[device][port];
        int frame = wiring.frameCycles()[wiring.peerDevice()[device][port]][wiring.peerPort()[device][port]];
        return (2 * latency + 2 * Device.MIN_REACTION + frame - 1) / frame + 1;
    }

    private void findHorizon() {
        horizon = Long.MAX_VALUE;
        holders = 0;
        for (int link = 0; link < promised.length; link++) {
            long known = promised[link] + latency[link];
            if (known < horizon) {
                horizon = known;
                holders = 0;
            }
            holders += known == horizon ? 1 : 0;
        }
    }

    /**
     * Takes a frame in.
     *
     * @param now the island's clock
     */
    void accept(int member, Frame frame, long now) {
        int link = linkOf[member][frame.port()];
        if (frame.number() != framesTaken[link]) {
            throw new IllegalStateException(place(link) + ": frame " + frame.number() + " after " + framesTaken[link]
                    + " frames; one is missing or came twice");
        }
        framesTaken[link]++;
        device[link].accept(port[link], frame.words(), 0, frame.words().length);
        long length = frame.to() - promised[link];
        boolean held = promised[link] + latency[link] == horizon;
        promised[link] = frame.to();
        long ahead = promised[link] + latency[link] - now;
        if (ahead >= (backlogLimit[link] + 1) * length) {
            throw new IllegalStateException(place(link) + ": " + ahead / length + " unconsumed frames at cycle " + now
                    + ", more than the bound of " + backlogLimit[link]);
        }
        if (held && --holders == 0) {
            findHorizon();
        }
    }

    private String place(int link) {
        return device[link].name() + "." + (port[link] + 1);
    }

    /** Exclusive: everything from outside that arrives before this cycle is known. */
    long horizon() {
        return horizon;
    }

    /** Whether the horizon depends on the next frame of a link from one of an island's devices. */
    boolean awaits(int island, int[] islandOf) {
        for (int link = 0; link < promised.length; link++) {
            if (promised[link] + latency[link] == horizon && islandOf[peerDevice[link]] == island) {
                return true;
            }
        }
        return false;
    }

    /** Sends the frames that are complete when every device stands at a cycle. */
    void send(long now, Sink sink) {
        long certain = now + Device.MIN_REACTION;
        for (int link = 0; link < sentTo.length; link++) {
            while (sentTo[link] + frameCycles[link] <= certain) {
                sentTo[link] += frameCycles[link];
                long[] words = device[link].outbox().take(port[link], sentTo[link]);
                sink.send(new Frame(peerDevice[link], peerPort[link], framesSent[link]++, sentTo[link], words));
            }
        }
    }
}
