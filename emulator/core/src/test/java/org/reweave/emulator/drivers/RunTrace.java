package org.reweave.emulator.drivers;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.TreeMap;
import org.reweave.emulator.device.DeviceReport;
import org.reweave.emulator.governor.CutTotals;
import org.reweave.emulator.governor.Event;
import org.reweave.emulator.governor.RunListener;

/** What a run looked like at each of its cuts, to be compared with another run of the same network. */
final class RunTrace implements RunListener {
    private final List<CutTotals> cuts = new ArrayList<>();
    private final List<Event> events = new ArrayList<>();
    private final TreeMap<Long, TreeMap<Integer, String>> devices = new TreeMap<>(); // by cut, then by device

    @Override
    public void cut(CutTotals totals, List<Event> since) {
        cuts.add(totals);
        events.addAll(since);
    }

    /**
     * Keeps what a device says at a cut; drivers that can should call it, so that a difference can be put down to a
     * device.
     */
    DeviceReport note(long cut, DeviceReport report) {
        String state =
                Long.toHexString(report.hash()) + Arrays.toString(report.counters()) + Arrays.toString(report.drops());
        devices.computeIfAbsent(cut, k -> new TreeMap<>()).put(report.device(), state);
        return report;
    }

    List<CutTotals> cuts() {
        return cuts;
    }

    List<Event> events() {
        return events;
    }

    List<String> fingerprints() {
        return cuts.stream().map(CutTotals::fingerprint).toList();
    }

    /**
     * The first cut at which two runs differ, and the devices that do.
     *
     * @param names of the devices
     * @return empty when they are the same
     */
    String firstDifference(RunTrace other, String[] names) {
        int common = Math.min(cuts.size(), other.cuts.size());
        for (int i = 0; i < common; i++) {
            CutTotals here = cuts.get(i);
            CutTotals there = other.cuts.get(i);
            if (!here.fingerprint().equals(there.fingerprint())
                    || !Arrays.equals(here.counters(), there.counters())) { // not all counters are in fingerprints
                return "cut " + here.cut() + " at cycle " + here.cycle() + ", devices "
                        + differing(here.cut(), other, names);
            }
        }
        if (cuts.size() != other.cuts.size()) {
            return cuts.size() + " cuts instead of " + other.cuts.size();
        }
        return events.equals(other.events) ? "" : "the events";
    }

    private List<String> differing(long cut, RunTrace other, String[] names) {
        List<String> found = new ArrayList<>();
        TreeMap<Integer, String> mine = devices.getOrDefault(cut, new TreeMap<>());
        TreeMap<Integer, String> theirs = other.devices.getOrDefault(cut, new TreeMap<>());
        for (int device : mine.keySet()) {
            if (theirs.containsKey(device) && !theirs.get(device).equals(mine.get(device))) {
                found.add(names[device]);
            }
        }
        return found;
    }
}
