package org.reweave.emulator.results;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.reweave.emulator.governor.Event;
import org.reweave.emulator.network.Network;
import org.reweave.routing.topology.Fabric;

/**
 * For each change: the cycle at which each device began to use the new tables, and the device's distance from the
 * changed elements.
 */
public final class Installations {
    /** Rows kept over all changes. */
    static final int MOST_ROWS = 8000;

    /**
     * A change of tables.
     *
     * @param number as events have it
     * @param readyAt cycle at which the tables were computed
     * @param around switches that had failed or come back, and ends of links that had; none when the change was planned
     * @param rows by time; at most so many as are kept
     * @param left number of rows that were not kept
     */
    public record Change(long number, long readyAt, Set<Integer> around, List<Row> rows, long left) {}

    /**
     * A device uses new tables.
     *
     * @param hops links between it and the nearest device of {@link Change#around} in the intact fabric; -1 = no way,
     *     or none to go to
     * @param argument of the scheme, as an epoch
     */
    public record Row(int device, long cycle, int hops, long argument) {}

    /** A change while it goes on. */
    private static final class Open {
        private final long number;
        private final long readyAt;
        private final Set<Integer> around;
        private final List<Event> installed = new ArrayList<>();
        private long left;

        Open(Event ready, Set<Integer> around) {
            this.number = ready.a();
            this.readyAt = ready.cycle();
            this.around = around;
        }
    }

    private final Network network;
    private final List<Open> changes = new ArrayList<>();
    private final Set<Integer> changedDevices = new TreeSet<>(); // since the last tables were ready
    private final List<Event> changedPorts = new ArrayList<>();
    private int rows;

    Installations(Network network) {
        this.network = network;
    }

    void accept(Event event) {
        switch (event.kind()) {
            case DEVICE_DOWN, DEVICE_UP -> changedDevices.add(event.device());
            case PORT_DOWN, PORT_UP -> changedPorts.add(event);
            case TABLES_READY -> {
                changes.add(new Open(event, around()));
                changedDevices.clear();
                changedPorts.clear();
            }
            case INSTALLED -> installed(event);
            default -> {
                // not about tables
            }
        }
    }

    /** Devices that changed, and the ends of links that changed by themselves. */
    private Set<Integer> around() {
        Set<Integer> around = new TreeSet<>(changedDevices);
        for (Event port : changedPorts) {
            int peer = network.wiring().peer(port.device(), (int) port.a() - 1, port.cycle());
            if (!changedDevices.contains(peer)) {
                around.add(port.device());
            }
        }
        return around;
    }

    private void installed(Event event) {
        for (Open change : changes) {
            if (change.number == event.argument("change")) {
                if (rows < MOST_ROWS) {
                    rows++;
                    change.installed.add(event);
                } else {
                    change.left++;
                }
            }
        }
    }

    /** Changes of tables, in the order in which the tables were ready. */
    public List<Change> changes() {
        return changes.stream().map(this::toRecord).toList();
    }

    private Change toRecord(Open change) {
        int[] hops = hops(change.around);
        List<Row> all = change.installed.stream()
                .map(event -> new Row(event.device(), event.cycle(), hops[event.device()], event.argument("argument")))
                .toList();
        return new Change(change.number, change.readyAt, Collections.unmodifiableSet(change.around), all, change.left);
    }

    /** Breadth first from some devices, over every link. */
    private int[] hops(Set<Integer> from) {
        Fabric fabric = network.fabric();
        int[] hops = new int[network.deviceCount()];
        Arrays.fill(hops, -1);
        List<Integer> reached = new ArrayList<>(from);
        from.forEach(device -> hops[device] = 0);
        for (int i = 0; i < reached.size(); i++) {
            int device = reached.get(i);
            for (int port = 1; device < fabric.deviceCount() && port <= fabric.portCount(device); port++) {
                int peer = fabric.peer(device, port);
                if (peer >= 0 && hops[peer] < 0) {
                    hops[peer] = hops[device] + 1;
                    reached.add(peer);
                }
            }
        }
        return hops;
    }
}
