package org.reweave.emulator.actor;

import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import org.reweave.emulator.device.Device;
import org.reweave.emulator.drive.Placement;
import org.reweave.emulator.link.Wiring;

/**
 * The channels between all islands of which at least one is here. A channel that leads to another process, or comes
 * from there, has its other half in that process.
 */
final class IslandChannels {
    private final Channels[] byIsland; // null = the island is elsewhere
    private final int shortestLatency;
    private final SortedMap<Integer, FrameCrossing> crossings = new TreeMap<>(); // by the other process

    /**
     * @param start cycle at which the run begins: every island has promised as much
     * @param threads how islands wait
     */
    IslandChannels(Hosting hosting, Placement placement, Wiring wiring, long start, ThreadShare threads) {
        int islands = hosting.nodeOf().length;
        List<SortedMap<Integer, Integer>> latencies = latencies(islands, placement, wiring);
        shortestLatency = shortest(latencies);
        FrameChannel[][] incoming = new FrameChannel[islands][];
        FrameChannel[][] outgoing = new FrameChannel[islands][];
        Doorbell[] doorbells = new Doorbell[islands];
        byIsland = new Channels[islands];
        for (int island = 0; island < islands; island++) {
            if (hosting.isHere(island)) {
                incoming[island] = new FrameChannel[latencies.get(island).size()];
                outgoing[island] = new FrameChannel[latencies.get(island).size()];
                doorbells[island] = new Doorbell();
                byIsland[island] = new Channels(incoming[island], outgoing[island], doorbells[island], threads);
            }
        }
        for (int sender = 0; sender < islands; sender++) {
            for (int receiver : latencies.get(sender).keySet()) {
                boolean from = hosting.isHere(sender);
                boolean to = hosting.isHere(receiver);
                if (!from && !to) {
                    continue;
                }
                int atSender = latencies.get(sender).headMap(receiver).size();
                int atReceiver = latencies.get(receiver).headMap(sender).size();
                int capacity = mostFrames(latencies.get(sender).get(receiver));
                Bell bell = to ? doorbells[receiver] : crossing(hosting.nodeOf()[receiver]);
                FrameChannel channel = new FrameChannel(sender, atReceiver, capacity, bell);
                channel.promise(start);
                if (from) {
                    outgoing[sender][atSender] = channel;
                } else {
                    crossing(hosting.nodeOf()[sender]).addIncoming(channel);
                }
                if (to) {
                    incoming[receiver][atReceiver] = channel;
                } else {
                    crossing(hosting.nodeOf()[receiver]).addOutgoing(channel);
                }
            }
        }
    }

    /**
     * The most frames that are ever under way over links of this latency: one for each cycle that the sender goes
     * beyond what it had promised when the receiver last looked. It goes as far as the receiver's promise and the
     * latency allow, and the receiver has promised at most {@link Device#MOST_AHEAD} cycles more than it knew.
     */
    private static int mostFrames(int latency) {
        return 2 * (latency + Device.MOST_AHEAD);
    }

    private FrameCrossing crossing(int node) {
        return crossings.computeIfAbsent(node, key -> new FrameCrossing());
    }

    /** The smallest latency between each island and each of its neighbours. */
    private static List<SortedMap<Integer, Integer>> latencies(int islands, Placement placement, Wiring wiring) {
        List<SortedMap<Integer, Integer>> latencies = new ArrayList<>();
        for (int island = 0; island < islands; island++) {
            latencies.add(new TreeMap<>());
        }
        for (int device = 0; device < wiring.devices(); device++) {
            int sender = placement.islandOf()[device];
            for (int channel = 0; channel < wiring.channels(device); channel++) {
                int peer = wiring.peerDevice()[device][channel];
                if (peer >= 0 && placement.islandOf()[peer] != sender) {
                    int receiver = placement.islandOf()[peer];
                    latencies.get(sender).merge(receiver, wiring.latency()[device][channel], Math::min);
                }
            }
        }
        return latencies;
    }

    private static int shortest(List<SortedMap<Integer, Integer>> latencies) {
        return latencies.stream()
                .flatMap(byNeighbour -> byNeighbour.values().stream())
                .mapToInt(Integer::intValue)
                .min()
                .orElse(0);
    }

    /** The smallest latency between two islands; 0 where there is but one. */
    int shortestLatency() {
        return shortestLatency;
    }

    /** The channels of an island that is here. */
    Channels of(int island) {
        return byIsland[island];
    }

    /** Crossings by the number of the other process. */
    SortedMap<Integer, FrameCrossing> crossings() {
        return crossings;
    }
}
