package org.reweave.emulator.actor;

import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import org.reweave.emulator.drive.Placement;
import org.reweave.emulator.drive.Terms;
import org.reweave.emulator.link.Wiring;

/**
 * The channels between all islands of which at least one is here. A channel that leads to another process, or comes
 * from there, has its other half in that process.
 */
final class IslandChannels {
    private final Channels[] byIsland; // null = the island is elsewhere
    private final SortedMap<Integer, FrameCrossing> crossings = new TreeMap<>(); // by the other process

    IslandChannels(Hosting hosting, Placement placement, Wiring wiring) {
        int islands = hosting.nodeOf().length;
        List<SortedMap<Integer, Terms>> terms = terms(islands, placement, wiring);
        FrameChannel[][] incoming = new FrameChannel[islands][];
        FrameChannel[][] outgoing = new FrameChannel[islands][];
        Doorbell[] doorbells = new Doorbell[islands];
        byIsland = new Channels[islands];
        for (int island = 0; island < islands; island++) {
            if (hosting.isHere(island)) {
                incoming[island] = new FrameChannel[terms.get(island).size()];
                outgoing[island] = new FrameChannel[terms.get(island).size()];
                doorbells[island] = new Doorbell();
                byIsland[island] = new Channels(incoming[island], outgoing[island], doorbells[island]);
            }
        }
        for (int sender = 0; sender < islands; sender++) {
            for (int receiver : terms.get(sender).keySet()) {
                boolean from = hosting.isHere(sender);
                boolean to = hosting.isHere(receiver);
                if (!from && !to) {
                    continue;
                }
                int atSender = terms.get(sender).headMap(receiver).size();
                int atReceiver = terms.get(receiver).headMap(sender).size();
                int capacity = terms.get(sender).get(receiver).mostFrames();
                Bell bell = to ? doorbells[receiver] : crossing(hosting.nodeOf()[receiver]);
                FrameChannel channel = new FrameChannel(sender, atReceiver, capacity, bell);
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

    private FrameCrossing crossing(int node) {
        return crossings.computeIfAbsent(node, key -> new FrameCrossing());
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

    /** The channels of an island that is here. */
    Channels of(int island) {
        return byIsland[island];
    }

    /** By the number of the other process. */
    SortedMap<Integer, FrameCrossing> crossings() {
        return crossings;
    }
}
