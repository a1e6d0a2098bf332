package org.reweave.emulator.actor;

import it.unimi.dsi.fastutil.ints.Int2ObjectOpenHashMap;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import org.reweave.emulator.drive.Island;
import org.reweave.emulator.drive.Placement;
import org.reweave.emulator.link.Frame;
import org.reweave.emulator.link.Wiring;

/** An island's channels: from each neighbour and to each neighbour. */
final class Channels {
    private final Doorbell doorbell = new Doorbell();
    private final Placement placement;
    private final List<FrameChannel> incoming = new ArrayList<>();
    private final Int2ObjectOpenHashMap<FrameChannel> outgoing = new Int2ObjectOpenHashMap<>(); // by receiving island
    private final List<FrameChannel> outgoingInOrder = new ArrayList<>();
    private final List<FrameChannel> awaited = new ArrayList<>();
    private long messages;

    private Channels(Placement placement) {
        this.placement = placement;
    }

    /** @return by island */
    static List<Channels> between(int islands, Placement placement, Wiring wiring) {
        List<Channels> all = new ArrayList<>();
        List<SortedMap<Integer, Integer>> capacities = new ArrayList<>(); // by receiving, then sending island
        for (int island = 0; island < islands; island++) {
            all.add(new Channels(placement));
            capacities.add(new TreeMap<>());
        }
        for (int device = 0; device < wiring.devices(); device++) {
            int receiver = placement.islandOf()[device];
            for (int port = 0; port < wiring.ports(device); port++) {
                int peer = wiring.peerDevice()[device][port];
                if (peer >= 0 && placement.islandOf()[peer] != receiver) {
                    capacities
                            .get(receiver)
                            .merge(placement.islandOf()[peer], Island.mostFrames(wiring, device, port), Integer::sum);
                }
            }
        }
        for (int receiver = 0; receiver < islands; receiver++) {
            Channels to = all.get(receiver);
            for (Map.Entry<Integer, Integer> capacity : capacities.get(receiver).entrySet()) {
                FrameChannel channel = new FrameChannel(capacity.getKey(), capacity.getValue(), to.doorbell);
                to.incoming.add(channel);
                Channels from = all.get(capacity.getKey());
                from.outgoing.put(receiver, channel);
                from.outgoingInOrder.add(channel);
            }
        }
        return all;
    }

    Doorbell doorbell() {
        return doorbell;
    }

    /** Gives the island all frames that have come. */
    void deliver(Island island) {
        for (int i = 0; i < incoming.size(); i++) {
            FrameChannel channel = incoming.get(i);
            for (Frame frame = channel.take(); frame != null; frame = channel.take()) {
                island.accept(frame);
            }
        }
    }

    void send(Frame frame) {
        outgoing.get(placement.islandOf()[frame.device()]).put(frame);
    }

    /** Wakes the neighbours that this advance's frames are the last ones to wait for. */
    void signal() {
        for (int i = 0; i < outgoingInOrder.size(); i++) {
            messages += outgoingInOrder.get(i).signal() ? 1 : 0;
        }
    }

    /**
     * The island cannot go on without frames.
     *
     * @return false when they have come meanwhile
     */
    boolean sleep(Island island) {
        awaited.clear();
        for (int i = 0; i < incoming.size(); i++) {
            if (island.awaits(incoming.get(i).sender())) {
                awaited.add(incoming.get(i));
            }
        }
        return doorbell.sleepUntilAllSend(awaited);
    }

    /** Messages that have woken neighbours so far. */
    long messages() {
        return messages;
    }
}
