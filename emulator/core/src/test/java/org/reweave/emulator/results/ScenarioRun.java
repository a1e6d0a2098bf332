package org.reweave.emulator.results;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.reweave.emulator.drive.HorizonPolicy;
import org.reweave.emulator.governor.RunResult;
import org.reweave.emulator.network.Network;
import org.reweave.emulator.scenario.ResolvedScenario;
import org.reweave.emulator.scenario.ScenarioLoader;
import org.reweave.emulator.sequential.SequentialDriver;
import org.reweave.emulator.stats.EventKind;

/**
 * One scenario run to its end by the sequential driver.
 *
 * @param events cycles of each kind's, in order
 */
record ScenarioRun(
        Network network, RunResult result, RunRecorder recorder, Summary summary, Map<EventKind, List<Long>> events) {
    private static final Path SCENARIOS = Path.of("../../cluster-config/scenarios");

    /**
     * Runs a shipped scenario.
     *
     * @param overrides as {@code --set} has them
     */
    static ScenarioRun of(String name, String... overrides) {
        return of(new Network(
                ResolvedScenario.of(ScenarioLoader.load(SCENARIOS.resolve(name + ".conf"), List.of(overrides)))));
    }

    static ScenarioRun of(Network network) {
        Map<EventKind, List<Long>> events = new EnumMap<>(EventKind.class);
        RunRecorder recorder =
                new RunRecorder(network, event -> events.computeIfAbsent(event.kind(), kind -> new ArrayList<>())
                        .add(event.cycle()));
        RunResult result = new SequentialDriver(network, recorder, HorizonPolicy.FULL).run();
        Summary summary = new SummaryWriter(new SummaryWriter.Identity("test", "0", "sequential", 1), network, recorder)
                .summary(result, new Summary.Cost(0, 0, 0, 0, 0));
        System.out.println(
                summary.scenario() + " seed " + summary.seed() + " " + summary.outcome() + " " + summary.fingerprint());
        return new ScenarioRun(network, result, recorder, summary, events);
    }

    /** A file of the folder {@code shared} that some checkouts have beside them. */
    static Optional<Path> shared(String file) {
        for (Path folder = Path.of("").toAbsolutePath(); folder != null; folder = folder.getParent()) {
            Path candidate = folder.resolve("shared").resolve(file);
            if (Files.exists(candidate)) {
                return Optional.of(candidate);
            }
        }
        return Optional.empty();
    }

    /** The only reconfiguration. */
    Reconfiguration reconfiguration() {
        if (summary.reconfigurations().size() != 1) {
            throw new AssertionError("not one reconfiguration: " + summary.reconfigurations());
        }
        return summary.reconfigurations().get(0);
    }

    long count(EventKind kind) {
        return cycles(kind).size();
    }

    List<Long> cycles(EventKind kind) {
        return events.getOrDefault(kind, List.of());
    }
}
