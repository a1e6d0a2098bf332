package org.reweave.emulator.timetravel;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.reweave.emulator.checkpoint.Checkpoint;
import org.reweave.emulator.device.Device;
import org.reweave.emulator.device.Reference;
import org.reweave.emulator.governor.CutTotals;
import org.reweave.emulator.governor.Event;
import org.reweave.emulator.governor.RunListener;
import org.reweave.emulator.journal.reading.JournalReader;
import org.reweave.emulator.journal.reading.ReplayCheck;
import org.reweave.emulator.journal.reading.ReplayReport;
import org.reweave.emulator.link.LinkTap;
import org.reweave.emulator.network.Network;
import org.reweave.emulator.results.EventLines;
import org.reweave.emulator.results.Scale;
import org.reweave.emulator.run.JournalReplay;
import org.reweave.emulator.sequential.StepwiseDriver;
import org.reweave.emulator.stats.DeviceLog;
import org.reweave.routing.topology.Fabric;

/**
 * A run that is computed again step by step, in the calling thread, and compared with its journal on the way. Devices
 * are described from copies, so that a look changes nothing.
 */
public final class Rerun {
    private final Network network;
    private final Scale scale;
    private final ReplayCheck check;
    private final StepwiseDriver driver;
    private CutTotals totals = CutTotals.NOTHING; // of the last cut
    private List<Event> events = List.of(); // of the last cut
    private Optional<ReplayReport> halted = Optional.empty();
    private long cycle;

    Rerun(JournalReplay replay, JournalReader journal, Optional<Checkpoint> from) {
        this.network = replay.network();
        this.scale = Scale.of(network);
        this.check = new ReplayCheck(
                journal,
                new EventLines(network)::line,
                from.map(Checkpoint::cycle).orElse(0L),
                Long.MAX_VALUE);
        RunListener last = (ofCut, happened) -> {
            totals = ofCut;
            events = happened;
        };
        this.cycle = from.map(Checkpoint::cycle).orElse(0L);
        this.driver = replay.stepwise(from, RunListener.inTurn(last, check));
    }

    public Network network() {
        return network;
    }

    /** Every event before this cycle is done. */
    public long cycle() {
        return cycle;
    }

    /** Emulated time of {@link #cycle}. */
    public double nanoseconds() {
        return scale.ns(cycle);
    }

    /** The sums at the last cut that was passed; nothing before the first one. */
    public CutTotals totals() {
        return totals;
    }

    /** The events that the last cut closed. */
    public List<Event> events() {
        return events;
    }

    /**
     * Goes on to a cycle, or to where the run or its journal ends.
     *
     * @return whether it got there
     * @throws DifferentPastException when an event or a cut differs from the journal
     */
    public boolean advance(long to) {
        if (isOver()) {
            return cycle >= to;
        }
        halted = check.follow(() -> cycle = driver.advance(to));
        halted.filter(report -> report.verdict() == ReplayReport.Comparison.DIFFERENT
                        || report.verdict() == ReplayReport.Comparison.DAMAGED)
                .ifPresent(report -> {
                    throw new DifferentPastException(report);
                });
        if (halted.isPresent()) {
            cycle = totals.cycle(); // the journal ends at the cut before
        }
        return cycle >= to;
    }

    /** Whether the run has ended, or its journal. */
    public boolean isOver() {
        return halted.isPresent() || driver.isOver();
    }

    /** A device as it is now; the run's own, not to be changed. */
    public Device device(int number) {
        return driver.devices().get(number);
    }

    /** A device's state in words: name and time, then what {@link Device#describe} says, with names for numbers. */
    public Map<String, Object> describe(int number) {
        Device copy = network.copy(device(number));
        copy.advance(cycle); // one without events may have been left behind
        Map<String, Object> words = new LinkedHashMap<>();
        words.put("cycle", cycle);
        words.put("ns", nanoseconds());
        words.put("device", network.names()[number]);
        copy.describe()
                .forEach((key, value) -> words.put(key, key.equals("ports") ? ports(number, value) : named(value)));
        return words;
    }

    private List<Object> ports(int device, Object ports) {
        List<Object> all = new ArrayList<>();
        for (Object port : (List<?>) ports) {
            Map<?, ?> one = (Map<?, ?>) port;
            Map<String, Object> words = new LinkedHashMap<>();
            words.put("port", one.get("port"));
            words.put("peer", peer(device, (Integer) one.get("port") - 1));
            one.forEach((key, value) -> words.put(key.toString(), named(value)));
            all.add(words);
        }
        return all;
    }

    /** The port at the other end of a port's cable; empty where nothing is plugged in, whatever was or will be. */
    private String peer(int device, int port) {
        long last = Math.max(0, cycle() - 1);
        Fabric there = network.resolved().cabling().at(last);
        boolean isEmpty =
                device < there.deviceCount() && port < there.portCount(device) && there.link(device, port + 1) < 0;
        int peer = isEmpty ? -1 : network.wiring().peer(device, port, last);
        return peer < 0 ? "" : network.names()[peer] + "." + (network.wiring().peerPort(device, port, last) + 1);
    }

    /** Tells somebody of every packet and SMP that comes to a device from now on. */
    public void tap(int number, LinkTap tap) {
        device(number).tap(tap);
    }

    /** Tells a witness of everything that a device does from now on. */
    public void tell(int number, DeviceLog.Witness witness) {
        device(number).log().tell(witness);
    }

    private Object named(Object value) {
        if (value instanceof Reference reference) {
            return switch (reference.to()) {
                case PACKET -> EventLines.packet(network, reference.number());
                case LID -> network.addressName((int) reference.number());
                case DEVICE -> network.names()[(int) reference.number()];
            };
        }
        if (value instanceof List<?> list) {
            List<Object> all = new ArrayList<>();
            list.forEach(one -> all.add(named(one)));
            return all;
        }
        if (value instanceof Map<?, ?> map) {
            Map<String, Object> all = new LinkedHashMap<>();
            map.forEach((key, one) -> all.put(key.toString(), named(one)));
            return all;
        }
        return value;
    }
}
