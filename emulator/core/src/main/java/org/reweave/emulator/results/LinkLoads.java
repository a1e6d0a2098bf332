package org.reweave.emulator.results;

import java.util.ArrayList;
import java.util.List;
import java.util.function.LongSupplier;
import java.util.stream.Collectors;
import org.reweave.emulator.governor.CutTotals;
import org.reweave.emulator.governor.Event;
import org.reweave.emulator.governor.Readings;
import org.reweave.emulator.link.Transmitter;
import org.reweave.emulator.network.Network;
import org.reweave.emulator.scenario.Cabling;
import org.reweave.reconfig.state.StateVisitor;
import org.reweave.routing.topology.Fabric;
import org.reweave.routing.topology.FabricCopy;

/**
 * The load of each directed link between switches: after the warm-up as a whole, and separately before the first change
 * of the fabric, until the last reconfiguration was complete, and afterwards. Boundaries are cuts; no time after the
 * end of traffic counts.
 */
public final class LinkLoads {
    /** A part of the run, in cycles. */
    public record Phase(String label, long from, long to) {}

    /**
     * A directed link, with fractions of the time for which it was taken, by phase.
     *
     * @param name {@code s0_0.1 -> s0_1.3}; with all other ends that cables in the port have in the run
     * @param data by packets
     * @param control by SMPs and flow-control packets
     */
    public record Load(String name, double[] data, double[] control) {
        /** The largest sum of both. */
        public double peak() {
            double peak = 0;
            for (int i = 0; i < data.length; i++) {
                peak = Math.max(peak, data[i] + control[i]);
            }
            return peak;
        }
    }

    /** The counters of every device at a cut; a snapshot that bounds no phase is written over. */
    private final class Snapshot {
        private final long[] busy = new long[first[network.deviceCount()]];
        private long cycle;

        long cycle() {
            return cycle;
        }

        long busy(int device, int port, int kind) {
            return busy[first[device] + port * Transmitter.BUSY_KINDS + kind];
        }

        void take(long atCycle, Readings readings) {
            cycle = atCycle;
            for (int device = 0; device < network.deviceCount(); device++) {
                readings.copyBusy(device, busy, first[device]);
            }
        }

        /** Saves the counters, or restores them. */
        void visit(StateVisitor state) {
            cycle = state.value(cycle);
            for (int device = 0; device < network.deviceCount(); device++) {
                int counters = first[device + 1] - first[device];
                int written = state.count(counters);
                if (written != counters) {
                    throw new IllegalStateException(
                            "device " + device + " has " + written + " counters of its links, not " + counters);
                }
                for (int at = first[device]; at < first[device + 1]; at++) {
                    busy[at] = state.value(busy[at]);
                }
            }
        }
    }

    private final Network network;
    private final int[] first; // place of a device's first counter; the last one is the number of all
    private final LongSupplier warmup;
    private final long trafficStop;
    private Snapshot previous;
    private Snapshot latest;
    private Snapshot start; // the first cut after the warm-up
    private Snapshot changed; // the last cut before the first change
    private Snapshot settled; // the cut after the last reconfiguration; null while there is one to come
    private Snapshot end;

    /** @param warmup its end, as far as it is known when it is asked for */
    LinkLoads(Network network, LongSupplier warmup, long trafficStop) {
        this.network = network;
        this.warmup = warmup;
        this.trafficStop = trafficStop;
        first = new int[network.deviceCount() + 1];
        for (int device = 0; device < network.deviceCount(); device++) {
            first[device + 1] = first[device] + network.wiring().ports(device) * Transmitter.BUSY_KINDS;
        }
        latest = new Snapshot();
        start = warmup.getAsLong() == 0 ? latest : null;
    }

    void readings(long cycle, Readings readings) {
        Snapshot next = previous == null || isBound(previous) ? new Snapshot() : previous;
        previous = latest;
        latest = next;
        latest.take(cycle, readings);
    }

    private boolean isBound(Snapshot snapshot) {
        return snapshot == start || snapshot == changed || snapshot == settled || snapshot == end;
    }

    void cut(CutTotals totals, List<Event> events) {
        if (totals.cycle() != latest.cycle()) {
            return; // the counters of this cut are not known
        }
        if (start == null && totals.cycle() >= warmup.getAsLong()) {
            start = latest;
        }
        if (totals.cycle() <= trafficStop) {
            end = latest;
        }
        for (Event event : events) {
            switch (event.kind()) {
                case PORT_DOWN, PORT_UP, DEVICE_DOWN, DEVICE_UP, TABLES_READY -> {
                    changed = changed == null ? previous : changed;
                    settled = null;
                }
                case RECONFIGURED -> settled = latest;
                default -> {
                    // no boundary
                }
            }
        }
    }

    /** The parts that have a length, in order. */
    public List<Phase> phases() {
        return spans().stream()
                .map(span -> new Phase(span.label, span.from.cycle(), span.to.cycle()))
                .toList();
    }

    private record Span(String label, Snapshot from, Snapshot to) {}

    private List<Span> spans() {
        Snapshot last = end == null ? latest : end;
        boolean measured = start != null && last.cycle() > start.cycle();
        Snapshot begin = measured ? start : new Snapshot();
        List<Span> spans = new ArrayList<>();
        if (changed == null) {
            add(spans, measured && warmup.getAsLong() > 0 ? "after the warm-up" : "whole run", begin, last);
            return spans;
        }
        Snapshot before = clip(changed, begin, last);
        Snapshot after = settled == null ? last : clip(settled, before, last);
        add(spans, "before the fault", begin, before);
        add(spans, settled == null ? "from the fault on" : "fault to completion", before, after);
        add(spans, "after completion", after, last);
        return spans;
    }

    private static Snapshot clip(Snapshot snapshot, Snapshot low, Snapshot high) {
        return snapshot.cycle() < low.cycle() ? low : snapshot.cycle() > high.cycle() ? high : snapshot;
    }

    private static void add(List<Span> spans, String label, Snapshot from, Snapshot to) {
        if (to.cycle() > from.cycle()) {
            spans.add(new Span(label, from, to));
        }
    }

    /** Every directed link between switches, by switch and port. */
    public List<Load> loads() {
        Fabric fabric = network.fabric();
        List<Span> spans = spans();
        List<Load> loads = new ArrayList<>();
        for (int device = 0; device < fabric.switchCount(); device++) {
            for (int port = 1; port <= fabric.portCount(device); port++) {
                int peer = fabric.peer(device, port);
                if (peer >= 0 ? fabric.isSwitch(peer) : !later(device, port).isEmpty()) {
                    loads.add(load(name(device, port), device, port - 1, spans));
                }
            }
        }
        return loads;
    }

    private String name(int device, int port) {
        Fabric fabric = network.fabric();
        List<String> ends = new ArrayList<>();
        if (fabric.peer(device, port) >= 0) {
            ends.add(fabric.portName(fabric.peer(device, port), fabric.peerPort(device, port)));
        }
        for (FabricCopy.Link link : later(device, port)) {
            boolean isFirst = link.device() == device;
            ends.add(fabric.portName(isFirst ? link.peer() : link.device(), isFirst ? link.peerPort() : link.port()));
        }
        return fabric.portName(device, port) + " -> " + ends.stream().distinct().collect(Collectors.joining(" / "));
    }

    /** The cables between switches that come to a port after others. */
    private List<FabricCopy.Link> later(int device, int port) {
        return network.resolved().cabling().later().stream()
                .filter(cable -> cable.isTrunk(network.fabric()))
                .map(Cabling.Later::link)
                .filter(link -> link.endsAt(device, port))
                .toList();
    }

    private static Load load(String name, int device, int port, List<Span> spans) {
        double[] data = new double[spans.size()];
        double[] control = new double[spans.size()];
        for (int i = 0; i < data.length; i++) {
            data[i] = fraction(spans.get(i), device, port, Transmitter.BUSY_DATA);
            control[i] = fraction(spans.get(i), device, port, Transmitter.BUSY_CONTROL);
        }
        return new Load(name, data, control);
    }

    /**
     * The load of a span, at most 1: a packet put on a link just before a boundary counts in full before that boundary.
     */
    private static double fraction(Span span, int device, int port, int kind) {
        long cycles = span.to.busy(device, port, kind) - span.from.busy(device, port, kind);
        return Math.min(1, (double) cycles / (span.to.cycle() - span.from.cycle()));
    }

    /** Saves or restores the counters at the boundaries so far. */
    void visit(StateVisitor state) {
        previous = visit(state, previous);
        latest = visit(state, latest);
        start = visit(state, start);
        changed = visit(state, changed);
        settled = visit(state, settled);
        end = visit(state, end);
    }

    private Snapshot visit(StateVisitor state, Snapshot snapshot) {
        if (!state.value(snapshot != null)) {
            return null;
        }
        Snapshot visited = state.isReading() ? new Snapshot() : snapshot;
        visited.visit(state);
        return visited;
    }
}
