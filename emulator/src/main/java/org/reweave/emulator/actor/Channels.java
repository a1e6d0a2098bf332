package org.reweave.emulator.actor;

import java.lang.invoke.VarHandle;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import org.reweave.emulator.drive.Island;
import org.reweave.emulator.drive.Placement;
import org.reweave.emulator.drive.Terms;
import org.reweave.emulator.link.Frame;
import org.reweave.emulator.link.Wiring;

/** An island's channels: from each neighbour and to each neighbour, in the order of the island's neighbours. */
final class Channels {
    private final Doorbell doorbell = new Doorbell();
    private FrameChannel[] incoming; // by neighbour
    private FrameChannel[] outgoing; // by neighbour
    private final List<FrameChannel> awaited = new ArrayList<>();
    private long messages;

    private Channels() {}

    /** @return by island */
    static List<Channels> between(int islands, Placement placement, Wiring wiring) {
        List<SortedMap<Integer, Terms>> terms = terms(islands, placement, wiring);
        List<Channels> all = new ArrayList<>();
        for (int island = 0; island < islands; island++) {
            Channels channels = new Channels();
            channels.incoming = new FrameChannel[terms.get(island).size()];
            channels.outgoing = new FrameChannel[terms.get(island).size()];
            all.add(channels);
        }
        for (int sender = 0; sender < islands; sender++) {
            List<Integer> neighbours = List.copyOf(terms.get(sender).keySet());
            for (int i = 0; i < neighbours.size(); i++) {
                int receiver = neighbours.get(i);
                int atReceiver = terms.get(receiver).headMap(sender).size();
                int capacity = terms.get(sender).get(receiver).mostFrames();
                FrameChannel channel = new FrameChannel(sender, atReceiver, capacity, all.get(receiver).doorbell);
                all.get(sender).outgoing[i] = channel;
                all.get(receiver).incoming[atReceiver] = channel;
            }
        }
        return all;
    }

    /** What holds between each island and its neighbours. */
    private static List<SortedMap<Integer, Terms>> terms(int islands, Placement placement, Wiring wiring) {
        List<SortedMap<Integer, Terms>> terms = new ArrayList<>();
        for (int island = 0; island < islands; island++) {
            terms.add(new TreeMap<>());
        }
        for (int device = 0; device < wiring.devices(); device++) {
            int sender = placement.islandOf()[device];
            for (int port = 0; port < wiring.ports(device); port++) {
                int peer = wiring.peerDevice()[device][port];
                if (peer >= 0 && placement.islandOf()[peer] != sender) {
                    int receiver = placement.islandOf()[peer];
                    Terms others = terms.get(sender).getOrDefault(receiver, Terms.NO_LINK);
                    terms.get(sender).put(receiver, others.with(wiring, device, port));
                }
            }
        }
        return terms;
    }

    Doorbell doorbell() {
        return doorbell;
    }

    /** Gives the island all frames that have come. */
    void deliver(Island island) {
        for (FrameChannel channel : incoming) {
            for (Frame frame = channel.next(); frame != null; frame = channel.next()) {
                island.accept(channel.neighbour(), frame);
                channel.giveBack(frame);
            }
        }
    }

    Frame open(int neighbour) {
        return outgoing[neighbour].open();
    }

    void send(int neighbour, Frame frame) {
        outgoing[neighbour].send(frame);
    }

    /** Wakes the neighbours that this advance's frames are the last ones to wait for. */
    void signal() {
        VarHandle.fullFence(); // either this end sees that it is waited for, or the receiver sees what was sent
        for (FrameChannel channel : outgoing) {
            messages += channel.signal() ? 1 : 0;
        }
    }

    /**
     * The island cannot go on without frames.
     *
     * @return false when they have come meanwhile
     */
    boolean sleep(Island island) {
        awaited.clear();
        for (FrameChannel channel : incoming) {
            if (island.awaits(channel.neighbour())) {
                awaited.add(channel);
            }
        }
        return doorbell.sleepUntilAllSend(awaited);
    }

    /** Messages that have woken neighbours so far. */
    long messages() {
        return messages;
    }
}
