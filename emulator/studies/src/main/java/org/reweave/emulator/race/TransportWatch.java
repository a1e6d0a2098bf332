package org.reweave.emulator.race;

import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.function.ObjLongConsumer;
import org.reweave.emulator.network.Network;
import org.reweave.emulator.stats.Fact;
import org.reweave.reconfig.spi.Promise;
import org.reweave.routing.topology.Fabric;

/**
 * Holds the ends of the transport's flows against each other, and migrations of one NIC against those before:
 * {@link Promise#FLOWS_KEPT}, {@link Promise#ONE_MIGRATION}.
 */
final class TransportWatch {
    /** A flow, by numbers of NICs. */
    private record Flow(int source, int destination) {}

    private final Fabric fabric;
    private final ObjLongConsumer<Promise> breaks;
    private final Map<Flow, Set<Long>> taken = new HashMap<>(); // sequence numbers of packets that have come
    private final Map<Flow, Long> next = new HashMap<>(); // sequence number that is to be handed over
    private final Map<Flow, Long> ended = new HashMap<>(); // the last sequence number that its source has forgotten
    private final Map<Flow, Long> wentOver = new HashMap<>(); // when the source last went over to another path

    /** @param breaks gets each broken promise with its cycle */
    TransportWatch(Network network, ObjLongConsumer<Promise> breaks) {
        this.fabric = network.fabric();
        this.breaks = breaks;
    }

    /** Takes a fact of a NIC; others say nothing. */
    void take(long cycle, int device, Fact fact, long a, long b) {
        switch (fact) {
            case FLOW_TAKEN -> {
                if (!taken.computeIfAbsent(flow((int) a, device), none -> new HashSet<>())
                        .add(b)) {
                    breaks.accept(Promise.FLOWS_KEPT, cycle);
                }
            }
            case FLOW_HANDED_OVER -> {
                Flow flow = flow((int) a, device);
                boolean hasCome = taken.getOrDefault(flow, Set.of()).contains(b);
                Long due = next.put(flow, b + 1);
                if (!hasCome || due != null && due != b) {
                    breaks.accept(Promise.FLOWS_KEPT, cycle);
                }
            }
            case FLOW_ENDED -> {
                Flow flow = new Flow(nic(device), (int) a);
                ended.put(flow, b);
                if (!taken.getOrDefault(flow, Set.of()).contains(b)) {
                    breaks.accept(Promise.FLOWS_KEPT, cycle);
                }
            }
            case WENT_OVER -> {
                Long before = wentOver.put(new Flow(nic(device), (int) a), cycle);
                if (before != null && b < before) {
                    breaks.accept(Promise.ONE_MIGRATION, cycle);
                }
            }
            default -> {
                // says nothing of flows
            }
        }
    }

    /** A NIC has waited in vain for the acknowledgement of a packet: it has none yet. */
    void timedOut(long cycle, int device, int target, long sequence) {
        Long forgotten = ended.get(new Flow(nic(device), nic(target)));
        if (forgotten != null && sequence <= forgotten) {
            breaks.accept(Promise.FLOWS_KEPT, cycle);
        }
    }

    private Flow flow(int source, int device) {
        return new Flow(source, nic(device));
    }

    private int nic(int device) {
        return device - fabric.switchCount();
    }
}
