package org.reweave.emulator.actor;

import java.lang.invoke.VarHandle;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import org.reweave.emulator.device.Device;
import org.reweave.emulator.drive.Island;
import org.reweave.emulator.drive.Placement;
import org.reweave.emulator.link.Frame;
import org.reweave.emulator.link.Wiring;

/** An island's channels: from each neighbour and to each neighbour, in the order of the island's neighbours. */
final class Channels {
    private final Doorbell doorbell = new Doorbell();
    private FrameChannel[] incoming; // by neighbour
    private FrameChannel[] outgoing; // by neighbour
    private FrameChannel[] awaited; // the first ones: those that are waited for
    private long[] promises; // what they have to promise
    private long messages;

    private Channels() {}

    /**
     * @param start cycle at which the run begins
     * @return by island
     */
    static List<Channels> between(int islands, Placement placement, Wiring wiring, long start) {
        List<SortedMap<Integer, Integer>> latencies = latencies(islands, placement, wiring);
        List<Channels> all = new ArrayList<>();
        for (int island = 0; island < islands; island++) {
            Channels channels = new Channels();
            int neighbours = latencies.get(island).size();
            channels.incoming = new FrameChannel[neighbours];
            channels.outgoing = new FrameChannel[neighbours];
            channels.awaited = new FrameChannel[neighbours];
            channels.promises = new long[neighbours];
            all.add(channels);
        }
        for (int sender = 0; sender < islands; sender++) {
            List<Integer> neighbours = List.copyOf(latencies.get(sender).keySet());
            for (int i = 0; i < neighbours.size(); i++) {
                int receiver = neighbours.get(i);
                int atReceiver = latencies.get(receiver).headMap(sender).size();
                int capacity = mostFrames(latencies.get(sender).get(receiver));
                FrameChannel channel = new FrameChannel(sender, atReceiver, capacity, all.get(receiver).doorbell);
                channel.promise(start);
                all.get(sender).outgoing[i] = channel;
                all.get(receiver).incoming[atReceiver] = channel;
            }
        }
        return all;
    }

    /**
     * The most frames that are ever under way over links of this latency: one for each cycle that the sender goes
     * beyond what it had promised when the receiver last looked. It goes as far as the receiver's promise and the
     * latency allow, and the receiver has promised at most {@link Device#MOST_AHEAD} cycles more than it knew.
     */
    private static int mostFrames(int latency) {
        return 2 * (latency + Device.MOST_AHEAD);
    }

    /** The smallest latency between each island and each of its neighbours. */
    private static List<SortedMap<Integer, Integer>> latencies(int islands, Placement placement, Wiring wiring) {
        List<SortedMap<Integer, Integer>> latencies = new ArrayList<>();
        for (int island = 0; island < islands; island++) {
            latencies.add(new TreeMap<>());
        }
        for (int device = 0; device < wiring.devices(); device++) {
            int sender = placement.islandOf()[device];
            for (int port = 0; port < wiring.ports(device); port++) {
                int peer = wiring.peerDevice()[device][port];
                if (peer >= 0 && placement.islandOf()[peer] != sender) {
                    int receiver = placement.islandOf()[peer];
                    latencies.get(sender).merge(receiver, wiring.latency()[device][port], Math::min);
                }
            }
        }
        return latencies;
    }

    Doorbell doorbell() {
        return doorbell;
    }

    /** Gives the island all that has come. */
    void deliver(Island island) {
        for (FrameChannel channel : incoming) {
            long promised = channel.promised();
            for (Frame frame = channel.next(); frame != null; frame = channel.next()) {
                island.accept(channel.neighbour(), frame);
                channel.giveBack();
            }
            island.acceptPromise(channel.neighbour(), promised);
        }
    }

    Frame open(int neighbour) {
        return outgoing[neighbour].open();
    }

    void send(int neighbour) {
        outgoing[neighbour].send();
    }

    void promise(long cycle) {
        for (FrameChannel channel : outgoing) {
            channel.promise(cycle);
        }
    }

    /** Wakes the neighbours that waited for this advance and nothing else. */
    void signal() {
        VarHandle.fullFence(); // either this end sees that it is waited for, or the receiver sees what was promised
        for (FrameChannel channel : outgoing) {
            messages += channel.signal() ? 1 : 0;
        }
    }

    /**
     * The island cannot go on without promises.
     *
     * @return false when they have come meanwhile
     */
    boolean sleep(Island island) {
        long needed = island.neededHorizon();
        int count = 0;
        for (FrameChannel channel : incoming) {
            long promise = island.neededPromise(channel.neighbour(), needed);
            if (channel.promised() < promise) {
                awaited[count] = channel;
                promises[count++] = promise;
            }
        }
        return doorbell.sleepUntilPromised(awaited, promises, count);
    }

    /** Messages that have woken neighbours so far. */
    long messages() {
        return messages;
    }
}
