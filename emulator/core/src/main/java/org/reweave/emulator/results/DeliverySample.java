package org.reweave.emulator.results;

import java.util.ArrayList;
import java.util.List;
import org.reweave.emulator.governor.Readings;
import org.reweave.emulator.network.Network;
import org.reweave.reconfig.state.StateVisitor;
import org.reweave.routing.model.Mix;
import org.reweave.routing.topology.Fabric;

/**
 * A sample of delivered packets from all over the run. Candidates are the last packets that each NIC received between
 * two cuts; one is kept if a number drawn from its identity is below a bound, which is halved whenever too many are
 * kept. So the sample is spread over the whole run, and the same for every driver and after every resumption.
 */
public final class DeliverySample {
    /** Packets that are kept at most. */
    static final int MOST = 2000;

    /**
     * A delivered packet.
     *
     * @param device NIC that received the packet
     * @param injected cycle at which the packet's NIC sent its first flit
     * @param delivered cycle at which its last flit arrived
     */
    public record Delivery(long packet, int device, long injected, long delivered) {}

    private final int[] nics;
    private final int most;
    private final List<Delivery> kept = new ArrayList<>();
    private long bound = Long.MAX_VALUE;

    DeliverySample(Network network) {
        this(nics(network.fabric()), MOST);
    }

    /**
     * @param nics devices whose readings are taken
     * @param most packets that are kept
     */
    DeliverySample(int[] nics, int most) {
        this.nics = nics;
        this.most = most;
    }

    /**
     * A sample of what some NICs receive, from the beginning of an observation on. What it leaves out no sample of all
     * NICs keeps: that has at least as many to choose from.
     */
    public static DeliverySample beforehand() {
        return new DeliverySample(new int[0], MOST);
    }

    private static int[] nics(Fabric fabric) {
        int[] nics = new int[fabric.nicCount()];
        for (int nic = 0; nic < nics.length; nic++) {
            nics[nic] = fabric.nicDevice(nic);
        }
        return nics;
    }

    void readings(Readings readings) {
        for (int nic : nics) {
            if (readings.hasDelivery(nic)) {
                add(new Delivery(
                        readings.delivered(nic), nic, readings.deliveredSince(nic), readings.deliveredAt(nic)));
            }
        }
    }

    /** @return whether the candidate is kept for now */
    public boolean add(Delivery candidate) {
        boolean isKept = drawn(candidate) < bound;
        if (isKept) {
            kept.add(candidate);
        }
        while (kept.size() > most) {
            bound /= 2;
            kept.removeIf(one -> drawn(one) >= bound);
        }
        return isKept;
    }

    /** A number from 0 on: those of consecutive packets are far from each other. */
    private static long drawn(Delivery delivery) {
        return Mix.mix(delivery.packet()) >>> 1;
    }

    /** Packets that are kept, by the cut after their delivery. */
    public List<Delivery> kept() {
        return List.copyOf(kept);
    }

    /** Saves or restores the sample. */
    void visit(StateVisitor state) {
        bound = state.value(bound);
        int count = state.count(kept.size());
        List<Delivery> visited = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            Delivery one = state.isReading() ? new Delivery(0, 0, 0, 0) : kept.get(i);
            visited.add(new Delivery(
                    state.value(one.packet()),
                    state.value(one.device()),
                    state.value(one.injected()),
                    state.value(one.delivered())));
        }
        kept.clear();
        kept.addAll(visited);
    }
}
