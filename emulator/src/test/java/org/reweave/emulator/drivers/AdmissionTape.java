package org.reweave.emulator.drivers;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.reweave.emulator.device.DeviceReport;
import org.reweave.emulator.governor.CutTotals;
import org.reweave.emulator.governor.Event;
import org.reweave.emulator.governor.RunListener;
import org.reweave.emulator.lax.AdmissionScript;
import org.reweave.emulator.network.Network;
import org.reweave.emulator.network.Partition;
import org.reweave.emulator.scenario.RunParameters;

/** Keeps the admissions and fingerprints of a lax run, in memory. */
final class AdmissionTape implements RunListener {
    private final List<Map<Integer, long[]>> cuts = new ArrayList<>();
    private final List<String> fingerprints = new ArrayList<>();

    @Override
    public void reports(long cycle, List<DeviceReport> reports) {
        Map<Integer, long[]> cut = new HashMap<>();
        for (DeviceReport report : reports) {
            if (report.admissions().length > 0) {
                cut.put(report.device(), report.admissions());
            }
        }
        cuts.add(cut);
    }

    @Override
    public void cut(CutTotals totals, List<Event> events) {
        fingerprints.add(totals.fingerprint());
    }

    List<String> fingerprints() {
        return fingerprints;
    }

    /** Records by first device of their island, cut by cut; to be altered. */
    List<Map<Integer, long[]>> cuts() {
        return cuts;
    }

    /** Number of admission records. */
    long records() {
        return cuts.stream()
                .flatMap(cut -> cut.values().stream())
                .mapToLong(one -> one.length / 2)
                .sum();
    }

    AdmissionScript script(Network network) {
        RunParameters run = network.resolved().scenario().run();
        Iterator<Map<Integer, long[]>> left = cuts.iterator();
        return new AdmissionScript(
                () -> left.hasNext() ? Optional.of(left.next()) : Optional.empty(),
                Partition.ofSize(network.wiring(), run.laxity().islandSize()),
                network.wiring(),
                network.names(),
                run.cutInterval(),
                run.laxity());
    }
}
