package org.reweave.emulator.journal;

import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import org.reweave.emulator.actor.ActorDriver;
import org.reweave.emulator.drive.HorizonPolicy;
import org.reweave.emulator.governor.RunDriver;
import org.reweave.emulator.governor.RunListener;
import org.reweave.emulator.governor.RunResult;
import org.reweave.emulator.journal.format.BatchBuilder;
import org.reweave.emulator.journal.format.JournalRecord;
import org.reweave.emulator.journal.format.JournalRecord.Admitted;
import org.reweave.emulator.journal.format.JournalRecord.Cut;
import org.reweave.emulator.journal.format.JournalRecord.Happened;
import org.reweave.emulator.journal.format.JournalRecord.Item;
import org.reweave.emulator.journal.reading.JournalReader;
import org.reweave.emulator.journal.reading.ReplayCheck;
import org.reweave.emulator.journal.reading.ReplayReport;
import org.reweave.emulator.journal.store.JournalPlace;
import org.reweave.emulator.journal.writing.RunJournal;
import org.reweave.emulator.network.FabricDigest;
import org.reweave.emulator.network.Network;
import org.reweave.emulator.results.EventLines;
import org.reweave.emulator.scenario.ResolvedScenario;
import org.reweave.emulator.scenario.ScenarioLoader;
import org.reweave.emulator.sequential.SequentialDriver;

/** A run with events of many kinds, its journal, and its replay. */
public final class JournalRuns {
    public static final String RUN = "torus-7";

    private static final String SCENARIO = """
            description = "A loaded torus loses a link and a switch"
            seed = 7
            fabric.generator = "torus:4x4"
            routing.engine = updown
            device.preset = iba-1x
            manager { host-latency = 100ns, timeout = 100us }
            traffic.load = 0.4
            faults = [ { at = 30us, link = random }, { at = 45us, switch = "s3_3" } ]
            reconfiguration.scheme = ebrd
            run { warmup = 10us, duration = 120us, limit = 600us, cut-interval = 2us }
            """;

    private JournalRuns() {}

    public static Network network(String... overrides) {
        return new Network(ResolvedScenario.of(ScenarioLoader.parse("torus.conf", SCENARIO, List.of(overrides))));
    }

    public static RunDriver sequential(Network network, RunListener listener) {
        return new SequentialDriver(network, listener, HorizonPolicy.FULL);
    }

    public static RunDriver actors(Network network, RunListener listener, int threads, int islandSize) {
        return new ActorDriver(network, listener, threads, islandSize, HorizonPolicy.FULL);
    }

    public static JournalRecord.RunStarted started(Network network) {
        return new JournalRecord.RunStarted(
                JournalRecord.Header.single(RUN),
                network.resolved().scenario().resolved(),
                network.resolved().scenario().seed(),
                "test",
                FabricDigest.of(network),
                1);
    }

    public static JournalRecord.RunEnded ended(RunResult result) {
        return new JournalRecord.RunEnded(
                JournalRecord.Header.single(RUN),
                result.outcome().label(),
                result.interrupted(),
                "",
                result.last().cycle(),
                result.fingerprint(),
                "{}",
                "");
    }

    /** A batch of items that were read. */
    public static JournalRecord.EventBatch batch(List<Item> items) {
        BatchBuilder batch = new BatchBuilder();
        for (Item item : items) {
            if (item instanceof Cut cut) {
                batch.cut(cut.cut(), cut.cycle(), cut.fingerprint());
            } else if (item instanceof Admitted admitted) {
                batch.admissions(admitted.cycle(), admitted.device(), admitted.records(), 0, admitted.records().length);
            } else if (item instanceof Happened happened) {
                batch.event(happened.event());
            }
        }
        return new JournalRecord.EventBatch(JournalRecord.Header.single(RUN), batch.take());
    }

    /** Runs sequentially with a journal. */
    public static RunResult write(JournalPlace place, Network network) {
        try (RunJournal journal = RunJournal.begin(place, started(network))) {
            RunResult result =
                    sequential(network, journal.listener((cut, events) -> {})).run();
            journal.end(ended(result));
            return result;
        }
    }

    public static ReplayReport replay(Path folder) {
        return replay(JournalPlace.in(folder), listener -> sequential(network(), listener), Long.MAX_VALUE);
    }

    public static ReplayReport replay(JournalPlace place, Function<RunListener, RunDriver> drivers, long until) {
        try (JournalReader reader = JournalReader.open(place, Optional.of(RUN))) {
            ReplayCheck check = new ReplayCheck(reader, new EventLines(network())::line, until);
            return check.run(drivers.apply(check));
        }
    }
}
