package org.reweave.emulator.drive;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import org.reweave.emulator.device.Device;
import org.reweave.emulator.link.Frame;
import org.reweave.emulator.link.Outbox;
import org.reweave.emulator.link.Wiring;

/**
 * The neighbours of an island, the links to them, and the clocks of both: how far each neighbour has promised, and how
 * far each was promised to. Neighbours are indexed from 0 in the order of their islands' numbers.
 *
 * <p>The island may advance to its horizon, the smallest {@code to + latency} over its neighbours. A neighbour is sent
 * a frame once the promise to it would grow by a frame's length or more. Where several links lead to a neighbour, the
 * smallest latency of these links and the shortest frame count for all.
 */
final class Border {
    private final Members members;
    private final int[] islands; // by neighbour
    private final Terms[] terms; // by neighbour
    private final int[] firstExit; // by neighbour, and one more: index of its first link in the arrays below
    private final Outbox[] outbox; // of the end in the island
    private final int[] port;
    private final int[] peerMember; // position of the far end in its island
    private final int[] peerPort;
    private final long[] promised; // by neighbour: it has sent everything before this cycle
    private final long[] framesTaken;
    private final long[] sentTo;
    private final long[] framesSent;
    private final Frame.Receiver receiver = this::acceptRecords;
    private long horizon;
    private int holders; // neighbours on whose next frame the horizon depends

    Border(Members members, Exits exits, Placement placement, Wiring wiring) {
        this.members = members;
        SortedMap<Integer, List<Integer>> links = new TreeMap<>(); // by neighbouring island
        for (int link = 0; link < exits.count(); link++) {
            links.computeIfAbsent(placement.islandOf()[exits.peerDevice(link)], key -> new ArrayList<>())
                    .add(link);
        }
        int count = links.size();
        islands = links.keySet().stream().mapToInt(Integer::intValue).toArray();
        terms = new Terms[count];
        firstExit = new int[count + 1];
        outbox = new Outbox[exits.count()];
        port = new int[exits.count()];
        peerMember = new int[exits.count()];
        peerPort = new int[exits.count()];
        promised = new long[count];
        framesTaken = new long[count];
        sentTo = new long[count];
        framesSent = new long[count];
        for (int neighbour = 0; neighbour < count; neighbour++) {
            terms[neighbour] = Terms.NO_LINK;
            int exit = firstExit[neighbour];
            for (int link : links.get(islands[neighbour])) {
                outbox[exit] = exits.device(link).outbox();
                port[exit] = exits.port(link);
                peerMember[exit] = placement.indexIn()[exits.peerDevice(link)];
                peerPort[exit] = exits.peerPort(link);
                terms[neighbour] =
                        terms[neighbour].with(wiring, exits.device(link).id(), port[exit]);
                exit++;
            }
            firstExit[neighbour + 1] = exit;
        }
        long start = members.get(0).now();
        Arrays.fill(promised, start);
        Arrays.fill(sentTo, start);
        findHorizon();
    }

    private void findHorizon() {
        horizon = Long.MAX_VALUE;
        holders = 0;
        for (int neighbour = 0; neighbour < promised.length; neighbour++) {
            long known = known(neighbour);
            if (known < horizon) {
                horizon = known;
                holders = 0;
            }
            holders += known == horizon ? 1 : 0;
        }
    }

    /** Everything from a neighbour that arrives before this cycle has come. */
    private long known(int neighbour) {
        return promised[neighbour] + terms[neighbour].latency();
    }

    /**
     * Takes a frame in.
     *
     * @param now the island's clock
     */
    void accept(int neighbour, Frame frame, long now) {
        if (frame.number() != framesTaken[neighbour]) {
            throw new IllegalStateException("from island " + islands[neighbour] + ": frame " + frame.number()
                    + " after " + framesTaken[neighbour] + " frames; one is missing or came twice");
        }
        framesTaken[neighbour]++;
        frame.forEachLink(receiver);
        boolean held = known(neighbour) == horizon;
        promised[neighbour] = frame.to();
        if (known(neighbour) - now > terms[neighbour].mostAhead()) {
            throw new IllegalStateException("island " + islands[neighbour] + " has promised up to cycle " + frame.to()
                    + ", which is more than " + terms[neighbour].mostAhead() + " cycles ahead of cycle " + now);
        }
        if (held && --holders == 0) {
            findHorizon();
        }
    }

    private void acceptRecords(int member, int memberPort, long[] words, int from, int to) {
        members.get(member).accept(memberPort, words, from, to);
    }

    /** Exclusive: everything from outside that arrives before this cycle is known. */
    long horizon() {
        return horizon;
    }

    /** The numbers of the neighbouring islands, ascending. */
    int[] neighbours() {
        return islands.clone();
    }

    /** Whether the horizon depends on the next frame of a neighbour. */
    boolean awaits(int neighbour) {
        return known(neighbour) == horizon;
    }

    /** Whether a neighbour has promised less than up to a cycle. */
    boolean lacks(int neighbour, long cycle) {
        return promised[neighbour] < cycle;
    }

    /** Whether some neighbour has promised less than up to a cycle. */
    boolean lacksAny(long cycle) {
        boolean lacks = false;
        for (int neighbour = 0; neighbour < promised.length && !lacks; neighbour++) {
            lacks = lacks(neighbour, cycle);
        }
        return lacks;
    }

    /** Sends the frames that are complete when every device stands at a cycle. */
    void send(long now, Island.Outside outside) {
        long certain = now + Device.MIN_REACTION;
        for (int neighbour = 0; neighbour < sentTo.length; neighbour++) {
            if (certain - sentTo[neighbour] >= terms[neighbour].frameCycles()) {
                send(neighbour, certain, outside);
            }
        }
    }

    /** Sends everything that is certain when every device stands at a cycle, however short the frames are. */
    void sendAll(long now, Island.Outside outside) {
        long certain = now + Device.MIN_REACTION;
        for (int neighbour = 0; neighbour < sentTo.length; neighbour++) {
            if (certain > sentTo[neighbour]) {
                send(neighbour, certain, outside);
            }
        }
    }

    private void send(int neighbour, long certain, Island.Outside outside) {
        sentTo[neighbour] = certain;
        Frame frame = outside.open(neighbour);
        frame.begin(framesSent[neighbour]++, certain);
        fill(frame, neighbour);
        outside.send(neighbour, frame);
    }

    private void fill(Frame frame, int neighbour) {
        for (int exit = firstExit[neighbour]; exit < firstExit[neighbour + 1]; exit++) {
            if (outbox[exit].isWaiting(port[exit])) {
                frame.openLink(peerMember[exit], peerPort[exit]);
                outbox[exit].take(port[exit], frame.to(), frame);
                frame.closeLink();
            }
        }
    }
}
