package org.reweave.emulator.results;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.reweave.emulator.governor.Event;
import org.reweave.emulator.stats.EventKind;

/**
 * Assembles reconfigurations without a manager from the broadcasts of switches to NICs: a change is detected at the
 * first broadcast about the change, and complete when every NIC with a working link has received every broadcast. A
 * repeated broadcast counts for the latest change.
 *
 * <p>No device of the network knows that a change is complete: completion is determined here from the events of all
 * devices.
 */
final class AnnouncementTracker implements ChangeTracker {
    private static final long NONE = -1;

    private final String scheme;
    private final int switches;
    private final int nics;
    private final Scale scale;
    private final List<Change> changes = new ArrayList<>();
    private final BitSet downSwitches = new BitSet();
    private final BitSet downNics = new BitSet(); // by number among the NICs

    private record Announcement(int from, long number, BitSet missing) {}

    private static final class Change {
        private final long faultAt;
        private final List<Announcement> announcements = new ArrayList<>();
        private long detectedAt = NONE;
        private long lastReceivedAt = NONE;
        private final Map<Long, Long> discards = new TreeMap<>();

        Change(long faultAt) {
            this.faultAt = faultAt;
        }

        boolean isComplete() {
            return lastReceivedAt != NONE && announcements.stream().allMatch(one -> one.missing.isEmpty());
        }

        BitSet missing() {
            BitSet all = new BitSet();
            announcements.forEach(one -> all.or(one.missing));
            return all;
        }
    }

    /**
     * @param switches devices below this number are switches
     * @param nics devices behind them
     */
    AnnouncementTracker(String scheme, int switches, int nics, Scale scale) {
        this.scheme = scheme;
        this.switches = switches;
        this.nics = nics;
        this.scale = scale;
    }

    @Override
    public void accept(Event event) {
        switch (event.kind()) {
            case DEVICE_DOWN, DEVICE_UP -> downSwitches.set(event.device(), event.kind() == EventKind.DEVICE_DOWN);
            case PORT_DOWN, PORT_UP -> changed(event);
            case ANNOUNCED -> announced(event);
            case BROADCAST_RECEIVED -> receiveAnnouncement(event);
            case DISCARDED -> {
                if (!changes.isEmpty()) {
                    latest().discards.merge(event.argument("case"), 1L, Long::sum);
                }
            }
            default -> {
                // no part of a change
            }
        }
    }

    private void changed(Event event) {
        if (event.device() >= switches) {
            int nic = event.device() - switches;
            boolean down = event.kind() == EventKind.PORT_DOWN;
            downNics.set(nic, down);
            if (down) {
                changes.forEach(change -> change.announcements.forEach(one -> one.missing.clear(nic)));
            }
        }
        if (changes.isEmpty() || latest().detectedAt != NONE) {
            changes.add(new Change(event.cycle()));
        }
    }

    private void announced(Event event) {
        if (downSwitches.get(event.device()) || changes.isEmpty()) {
            return; // a switch that has failed broadcasts nothing
        }
        Change change = latest();
        change.detectedAt = change.detectedAt == NONE ? event.cycle() : change.detectedAt;
        BitSet missing = new BitSet();
        missing.set(0, nics);
        missing.andNot(downNics);
        change.announcements.add(new Announcement(event.device(), event.argument("number"), missing));
    }

    private void receiveAnnouncement(Event event) {
        int nic = event.device() - switches;
        long reporter = event.argument("reporter");
        long number = event.argument("number");
        for (Change change : changes) {
            for (Announcement one : change.announcements) {
                if (one.from == reporter && one.number <= number && one.missing.get(nic)) {
                    one.missing.clear(nic);
                    change.lastReceivedAt = event.cycle();
                }
            }
        }
    }

    private Change latest() {
        return changes.get(changes.size() - 1);
    }

    @Override
    public Phase phase() {
        if (changes.isEmpty()) {
            return Phase.IDLE;
        }
        if (latest().detectedAt == NONE) {
            return Phase.FAULT;
        }
        return latest().isComplete() ? Phase.DONE : Phase.UPDATING;
    }

    @Override
    public String progress(int participants) {
        return nics - latest().missing().cardinality() + " of " + nics + " NICs";
    }

    @Override
    public List<Reconfiguration> reconfigurations() {
        return changes.stream().map(this::toRecord).toList();
    }

    private Reconfiguration toRecord(Change change) {
        Long fault = change.faultAt;
        Long detected = change.detectedAt == NONE ? null : change.detectedAt;
        Long received = change.lastReceivedAt == NONE ? null : change.lastReceivedAt;
        Long completed = change.isComplete() ? received : null;
        int told = detected == null ? 0 : nics - change.missing().cardinality();
        return new Reconfiguration(
                scheme,
                fault,
                detected,
                null,
                null,
                null,
                received,
                completed,
                change.announcements.size(),
                told,
                false,
                false,
                Collections.unmodifiableMap(change.discards),
                new Reconfiguration.Times(ns(fault), ns(detected), null, null, null, ns(received), ns(completed)));
    }

    private Double ns(Long cycle) {
        return cycle == null ? null : scale.ns(cycle);
    }
}
