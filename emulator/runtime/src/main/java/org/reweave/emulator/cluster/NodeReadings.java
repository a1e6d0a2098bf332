package org.reweave.emulator.cluster;

import java.util.Arrays;
import java.util.Map;
import java.util.TreeMap;
import org.reweave.emulator.governor.Domain;
import org.reweave.emulator.governor.Readings;
import org.reweave.emulator.link.Transmitter;
import org.reweave.emulator.link.Wiring;
import org.reweave.emulator.results.DeliverySample;
import org.reweave.reconfig.state.StateVisitor;
import org.reweave.routing.table.ForwardingTable;

/** Readings of the devices of a node at a cut. Others than these have none. */
final class NodeReadings implements Readings {
    private static final long[] NONE = {};

    /**
     * Places of the counters of a node's devices in arrays: those of {@link Transmitter#busy}, and behind them the
     * flits that a device has injected.
     *
     * @param first by device; the last one is the length
     */
    private record Layout(int[] first) {
        static Layout of(Wiring wiring, Domain domain) {
            int[] first = new int[wiring.devices() + 1];
            for (int device : domain.devices()) {
                first[device + 1] = wiring.ports(device) * Transmitter.BUSY_KINDS + 1;
            }
            Arrays.parallelPrefix(first, Integer::sum);
            return new Layout(first);
        }

        int length() {
            return first[first.length - 1];
        }

        int injected(int device) {
            return first[device + 1] - 1;
        }
    }

    private final Layout layout;
    private final long[] counters;
    private final Map<Integer, DeliverySample.Delivery> deliveries = new TreeMap<>();
    private final Map<Integer, ForwardingTable> tables = new TreeMap<>();
    private final Map<Integer, long[]> admissions = new TreeMap<>();

    private NodeReadings(Layout layout) {
        this.layout = layout;
        this.counters = new long[layout.length()];
    }

    /** Readings of a node before its first cut: all numbers are 0. */
    static NodeReadings begin(Wiring wiring, Domain domain) {
        return new NodeReadings(Layout.of(wiring, domain));
    }

    /**
     * The readings of the next cut, which the node has in itself.
     *
     * @param sample of the packets that devices of the node have received; what it does not keep is left out
     */
    NodeReadings next(Readings here, Domain domain, DeliverySample sample) {
        NodeReadings next = new NodeReadings(layout);
        for (int device : domain.devices()) {
            int injected = layout.injected(device);
            for (int at = layout.first[device]; at < injected; at++) {
                next.counters[at] = here.busy(device, at - layout.first[device]);
            }
            next.counters[injected] = here.injectedFlits(device);
            if (here.hasDelivery(device)) {
                DeliverySample.Delivery delivery = new DeliverySample.Delivery(
                        here.delivered(device), device, here.deliveredSince(device), here.deliveredAt(device));
                if (sample.add(delivery)) {
                    next.deliveries.put(device, delivery);
                }
            }
            if (here.table(device) != null) {
                next.tables.put(device, here.table(device));
            }
            if (here.admissions(device).length > 0) {
                next.admissions.put(device, here.admissions(device));
            }
        }
        return next;
    }

    /** Writes the readings beside those of the cut before. */
    void write(StateVisitor out, NodeReadings before) {
        long[] more = new long[counters.length];
        Arrays.setAll(more, i -> counters[i] - before.counters[i]);
        out.values(more);
        out.value(deliveries.size());
        deliveries.forEach((device, one) -> {
            out.value(device);
            out.value(one.packet());
            out.value(one.delivered());
            out.value(one.delivered() - one.injected());
        });
        out.value(tables.size());
        tables.forEach((device, table) -> {
            out.value(device);
            out.array(table.toArray());
        });
        out.value(admissions.size());
        admissions.forEach((device, records) -> {
            out.value(device);
            out.array(records);
        });
    }

    /** Reads what {@link #write} has written beside these. */
    NodeReadings next(StateVisitor in) {
        NodeReadings next = new NodeReadings(layout);
        in.values(next.counters);
        Arrays.setAll(next.counters, i -> next.counters[i] + counters[i]);
        for (int left = in.count(0); left > 0; left--) {
            int device = in.value(0);
            long packet = in.value(0L);
            long delivered = in.value(0L);
            long injected = delivered - in.value(0L);
            next.deliveries.put(device, new DeliverySample.Delivery(packet, device, injected, delivered));
        }
        for (int left = in.count(0); left > 0; left--) {
            int device = in.value(0);
            next.tables.put(device, ForwardingTable.of(in.array(new byte[0])));
        }
        for (int left = in.count(0); left > 0; left--) {
            int device = in.value(0);
            next.admissions.put(device, in.array(NONE));
        }
        return next;
    }

    @Override
    public int devices() {
        return layout.first.length - 1;
    }

    @Override
    public void copyBusy(int device, long[] to, int at) {
        int first = layout.first[device];
        System.arraycopy(counters, first, to, at, layout.injected(device) - first);
    }

    @Override
    public long busy(int device, int counter) {
        return counters[layout.first[device] + counter];
    }

    @Override
    public long injectedFlits(int nic) {
        return counters[layout.injected(nic)];
    }

    @Override
    public boolean hasDelivery(int nic) {
        return deliveries.containsKey(nic);
    }

    @Override
    public long delivered(int nic) {
        return deliveries.get(nic).packet();
    }

    @Override
    public long deliveredSince(int nic) {
        return deliveries.get(nic).injected();
    }

    @Override
    public long deliveredAt(int nic) {
        return deliveries.get(nic).delivered();
    }

    @Override
    public ForwardingTable table(int device) {
        return tables.get(device);
    }

    @Override
    public long[] admissions(int device) {
        return admissions.getOrDefault(device, NONE);
    }
}
