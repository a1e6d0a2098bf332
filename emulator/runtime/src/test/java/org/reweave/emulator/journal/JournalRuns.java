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
import org.reweave.emulator.network.Network;
import org.reweave.emulator.results.EventLines;
import org.reweave.emulator.scenario.ResolvedScenario;
import org.reweave.emulator.scenario.ScenarioLoader;
import org.reweave.emulator.sequential.SequentialDriver;

/** A run with events of many kinds, its journal, and its replay. */
final class JournalRuns {
    static final String RUN = "torus-7";

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

    static Network network(String... overrides) {
        return new Network(ResolvedScenario.of(ScenarioLoader.parse("torus.conf", SCENARIO, List.of(overrides))));
    }

    static RunDriver sequential(Network network, RunListener listener) {
        return new SequentialDriver(network, listener, HorizonPolicy.FULL);
    }

    static RunDriver actors(Network network, RunListener listener, int threads, int islandSize) {
        return new ActorDriver(network, listener, threads, islandSize, HorizonPolicy.FULL);
    }

    static JournalRecord.RunStarted started(Network network) {
        return new JournalRecord.RunStarted(
                JournalRecord.Header.single(RUN),
                network.resolved().scenario().resolved(),
                network.resolved().scenario().seed(),
                "test",
                FabricDigest.of(network.fabric()),
                1);
    }

    static JournalRecord.RunEnded ended(RunResult result) {
        return new JournalRecord.RunEnded(
                JournalRecord.Header.single(RUN),
                result.outcome().label(),
                result.interrupted(),
                "",
                result.last().cycle(),
                result.fingerprint(),
                "{}");
    }

    /** Runs sequentially with a journal. */
    static RunResult write(JournalPlace place, Network network) {
        try (RunJournal journal = RunJournal.begin(place, started(network))) {
            RunResult result =
                    sequential(network, journal.listener((cut, events) -> {})).run();
            journal.end(ended(result));
            return result;
        }
    }

    static ReplayReport replay(Path folder) {
        return replay(JournalPlace.readOnly(folder), listener -> sequential(network(), listener), Long.MAX_VALUE);
    }

    static ReplayReport replay(JournalPlace place, Function<RunListener, RunDriver> drivers, long until) {
        try (JournalReader reader = JournalReader.open(place, Optional.of(RUN))) {
            ReplayCheck check = new ReplayCheck(reader, new EventLines(network())::line, until);
            return check.run(drivers.apply(check));
        }
    }
}
