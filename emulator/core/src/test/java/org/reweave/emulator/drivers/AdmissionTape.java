package org.reweave.emulator.drivers;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;
import org.reweave.emulator.checkpoint.Checkpoint;
import org.reweave.emulator.governor.CutTotals;
import org.reweave.emulator.governor.Event;
import org.reweave.emulator.governor.Readings;
import org.reweave.emulator.governor.RunDriver;
import org.reweave.emulator.governor.RunListener;
import org.reweave.emulator.lax.AdmissionScript;
import org.reweave.emulator.network.Network;
import org.reweave.emulator.placement.Partition;
import org.reweave.emulator.scenario.RunParameters;

/** Keeps the admissions and fingerprints of a lax run, in memory. */
final class AdmissionTape implements RunListener {
    private final List<Map<Integer, long[]>> cuts = new ArrayList<>();
    private final List<String> fingerprints = new ArrayList<>();
    private final List<Checkpoint> checkpoints = new ArrayList<>();
    private Optional<RunDriver> driver = Optional.empty(); // of which checkpoints are wanted

    @Override
    public void readings(long cycle, Readings readings) {
        Map<Integer, long[]> cut = new HashMap<>();
        for (int device = 0; device < readings.devices(); device++) {
            if (readings.admissions(device).length > 0) {
                cut.put(device, readings.admissions(device));
            }
        }
        cuts.add(cut);
    }

    @Override
    public void cut(CutTotals totals, List<Event> events) {
        fingerprints.add(totals.fingerprint());
        driver.filter(of -> totals.cut() % 5 == 0).ifPresent(RunDriver::checkpoint);
    }

    /** Wants a checkpoint of a driver at every fifth cut. */
    void wantCheckpoints(RunDriver of) {
        driver = Optional.of(of);
    }

    /** What was kept, as bytes. */
    List<Checkpoint> checkpoints() {
        return checkpoints;
    }

    @Override
    public void checkpoint(Checkpoint taken) {
        checkpoints.add(Checkpoint.of(
                taken.cut(),
                taken.cycle(),
                taken.governor(),
                IntStream.range(0, taken.devices()).mapToObj(taken::device).toList()));
    }

    /** Goes on with what this tape has up to a cut. */
    AdmissionTape branch(long cut) {
        AdmissionTape branch = new AdmissionTape();
        branch.cuts.addAll(cuts.subList(0, (int) cut));
        branch.fingerprints.addAll(fingerprints.subList(0, (int) cut));
        return branch;
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
        return script(network, 0);
    }

    /** The admissions behind a cut. */
    AdmissionScript script(Network network, long cut) {
        RunParameters run = network.resolved().scenario().run();
        Iterator<Map<Integer, long[]>> left =
                cuts.subList((int) cut, cuts.size()).iterator();
        return new AdmissionScript(
                () -> left.hasNext() ? Optional.of(left.next()) : Optional.empty(),
                Partition.ofSize(network.wiring(), run.laxity().islandSize()),
                network.wiring(),
                network.names(),
                run.cutInterval(),
                run.laxity(),
                cut * run.cutInterval());
    }
}
