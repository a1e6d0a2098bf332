package org.reweave.emulator.drive;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import org.reweave.emulator.link.Frame;
import org.reweave.emulator.link.Outbox;
import org.reweave.emulator.link.Wiring;

/**
 * The neighbours of an island, the links to them, and the promises of both sides. Neighbours are indexed from 0 in the
 * order of their islands' numbers.
 *
 * <p>The island may advance to its horizon, the smallest {@code promise + latency} over its neighbours. Where several
 * links lead to a neighbour, the smallest latency of these links counts for all. Records go out after each advance,
 * also those with a later stamp; the promise says how early the stamps of what follows may be. Neither goes beyond the
 * next cut: so at a cut the receivers have all records stamped before its end, and the senders all others.
 */
final class Border {
    private final Members members;
    private final int[] islands; // by neighbour
    private final int[] latency; // by neighbour
    private final int shortestLatency;
    private final int[] firstExit; // by neighbour, and one more: index of its first link in the arrays below
    private final Outbox[] senders; // of the devices in the island that have links to others
    private final Outbox[] outbox; // of the end in the island
    private final int[] channel;
    private final int[] peerMember; // position of the far end in its island
    private final int[] peerChannel;
    private final long[] known; // by neighbour: everything from it that arrives before this cycle has come
    private final long[] framesTaken;
    private final long[] framesSent;
    private final Frame.Receiver receiver = this::acceptRecords;
    private long horizon;
    private boolean horizonHolds; // no promise has come since
    private long promised; // to all neighbours

    Border(Members members, Exits exits, Placement placement, Wiring wiring) {
        this.members = members;
        SortedMap<Integer, List<Integer>> links = new TreeMap<>(); // by neighbouring island
        for (int link = 0; link < exits.count(); link++) {
            links.computeIfAbsent(placement.islandOf()[exits.peerDevice(link)], key -> new ArrayList<>())
                    .add(link);
        }
        int count = links.size();
        islands = links.keySet().stream().mapToInt(Integer::intValue).toArray();
        latency = new int[count];
        firstExit = new int[count + 1];
        outbox = new Outbox[exits.count()];
        channel = new int[exits.count()];
        peerMember = new int[exits.count()];
        peerChannel = new int[exits.count()];
        known = new long[count];
        framesTaken = new long[count];
        framesSent = new long[count];
        for (int neighbour = 0; neighbour < count; neighbour++) {
            latency[neighbour] = wiring.largestLatency();
            int exit = firstExit[neighbour];
            for (int link : links.get(islands[neighbour])) {
                outbox[exit] = exits.device(link).outbox();
                channel[exit] = exits.channel(link);
                peerMember[exit] = placement.indexIn()[exits.peerDevice(link)];
                peerChannel[exit] = exits.peerChannel(link);
                latency[neighbour] = Math.min(latency[neighbour], exits.latency(link));
                exit++;
            }
            firstExit[neighbour + 1] = exit;
        }
        senders = Arrays.stream(outbox).distinct().toArray(Outbox[]::new);
        promised = members.get(0).now(); // by everybody to everybody, when the run starts
        Arrays.setAll(known, neighbour -> promised + latency[neighbour]);
        shortestLatency = Arrays.stream(latency).min().orElse(0);
    }

    /** Takes in a frame. */
    void accept(int neighbour, Frame frame) {
        if (frame.number() != framesTaken[neighbour]) {
            throw new IllegalStateException("from island " + islands[neighbour] + ": frame " + frame.number()
                    + " after " + framesTaken[neighbour] + " frames; one is missing or came twice");
        }
        framesTaken[neighbour]++;
        frame.forEachLink(receiver);
    }

    private void acceptRecords(int member, int memberChannel, long[] words, int from, int to) {
        members.get(member).accept(memberChannel, words, from, to);
    }

    /** Takes in a promise; the frames that were sent before it have been taken in. */
    void acceptPromise(int neighbour, long cycle) {
        if (cycle + latency[neighbour] < known[neighbour]) {
            throw new IllegalStateException("island " + islands[neighbour] + " promises up to cycle " + cycle
                    + " and had promised up to cycle " + (known[neighbour] - latency[neighbour]));
        }
        known[neighbour] = cycle + latency[neighbour];
        horizonHolds = false;
    }

    /**
     * Exclusive: everything from outside that arrives before this cycle is known; without neighbours the end of time.
     */
    long horizon() {
        if (!horizonHolds) {
            horizonHolds = true;
            horizon = Long.MAX_VALUE;
            for (long cycle : known) {
                horizon = Math.min(horizon, cycle);
            }
        }
        return horizon;
    }

    /** Whether some neighbour has promised less than up to a cycle. */
    boolean lacksAny(long cycle) {
        boolean lacks = false;
        for (int neighbour = 0; neighbour < known.length && !lacks; neighbour++) {
            lacks = known[neighbour] - latency[neighbour] < cycle;
        }
        return lacks;
    }

    /** The numbers of the neighbouring islands, ascending. */
    int[] neighbours() {
        return islands.clone();
    }

    /** The smallest latency of the links to a neighbour. */
    int latency(int neighbour) {
        return latency[neighbour];
    }

    /** The smallest latency of all links that leave the island. */
    int shortestLatency() {
        return shortestLatency;
    }

    /** The cycle at which the next record to be sent may be stamped at the earliest, as the neighbours know it. */
    long promised() {
        return promised;
    }

    /** Sends all records that wait and are stamped before a cycle. */
    void send(long before, Island.Outside outside) {
        if (!isAnyWaiting()) {
            return;
        }
        for (int neighbour = 0; neighbour < islands.length; neighbour++) {
            if (anyWaiting(neighbour)) {
                Frame frame = outside.open(neighbour);
                frame.begin(framesSent[neighbour]);
                fill(frame, neighbour, before);
                if (!frame.isEmpty()) {
                    framesSent[neighbour]++;
                    outside.send(neighbour, frame);
                }
            }
        }
    }

    private boolean isAnyWaiting() {
        boolean waiting = false;
        for (int sender = 0; !waiting && sender < senders.length; sender++) {
            waiting = senders[sender].isAnyWaiting();
        }
        return waiting;
    }

    private boolean anyWaiting(int neighbour) {
        boolean waiting = false;
        for (int exit = firstExit[neighbour]; !waiting && exit < firstExit[neighbour + 1]; exit++) {
            waiting = outbox[exit].isWaiting(channel[exit]);
        }
        return waiting;
    }

    private void fill(Frame frame, int neighbour, long before) {
        for (int exit = firstExit[neighbour]; exit < firstExit[neighbour + 1]; exit++) {
            if (outbox[exit].isWaiting(channel[exit])) {
                frame.openLink(peerMember[exit], peerChannel[exit]);
                outbox[exit].take(channel[exit], before, frame);
                frame.closeLink();
            }
        }
    }

    /** Promises that later records are stamped at this cycle or later, unless that has been promised. */
    void promise(long cycle, Island.Outside outside) {
        if (cycle > promised && islands.length > 0) {
            promised = cycle;
            outside.promise(cycle);
        }
    }
}
