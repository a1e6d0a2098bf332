package org.reweave.emulator.cli.compare;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.reweave.emulator.cli.common.InputCheck;
import org.reweave.emulator.compare.Contender;
import org.reweave.emulator.compare.Plan;
import org.reweave.emulator.compare.Trial;
import org.reweave.emulator.network.Network;
import org.reweave.emulator.scenario.ResolvedScenario;
import org.reweave.emulator.scenario.Scenario;
import org.reweave.emulator.scenario.ScenarioException;
import org.reweave.emulator.scenario.ScenarioLoader;
import org.reweave.emulator.sweep.Series;
import org.reweave.routing.topology.Fabric;

/**
 * Turns a scenario's file and what a comparison sets over it into the network of every run. The file is read once,
 * before the first run, so that editing it meanwhile changes nothing.
 */
final class CompareInput {
    /** @param text of the scenario with every key written out */
    private record Prepared(String text, Fabric fabric) {}

    private final Path file;
    private final List<String> sets;
    private final Map<Series, Prepared> prepared = new HashMap<>();

    /** @param sets as {@code --set} has them */
    CompareInput(Path file, List<String> sets) {
        this.file = file;
        this.sets = List.copyOf(sets);
    }

    /**
     * The scenario before schemes, seeds and varied keys are set over it.
     *
     * @return null if something is wrong with it
     */
    Scenario base(InputCheck input) {
        if (!Files.isRegularFile(file)) {
            input.problem(file + (Files.isDirectory(file) ? ": is a folder; name a scenario in it" : ": no such file"));
            return null;
        }
        try {
            return ScenarioLoader.load(file, sets);
        } catch (ScenarioException e) {
            e.problems().forEach(input::problem);
            return null;
        }
    }

    /** Checks each contender in each group by making its network. */
    void prepare(Plan plan, InputCheck input) {
        Set<String> problems = new LinkedHashSet<>();
        for (Series group : plan.groups()) {
            for (Contender contender : plan.contenders()) {
                Series series = Plan.series(group, contender);
                try {
                    List<String> overrides = new ArrayList<>(sets);
                    overrides.addAll(series.overrides());
                    Scenario scenario = ScenarioLoader.load(file, overrides);
                    Network network = new Network(ResolvedScenario.of(scenario));
                    prepared.put(series, new Prepared(scenario.resolved(), network.fabric()));
                } catch (ScenarioException e) {
                    e.problems().forEach(problem -> problems.add(inUsersWords(problem, group, contender)));
                }
            }
        }
        problems.forEach(input::problem);
    }

    private static String inUsersWords(String problem, Series group, Contender contender) {
        String result = problem;
        for (String override : contender.overrides()) {
            result = result.replace("--set " + override, "--schemes " + contender.label());
        }
        for (String override : group.overrides()) {
            result = result.replace("--set " + override, "--vary " + override);
        }
        return result;
    }

    /** The network of a run that was prepared; by many threads at once. */
    Network network(Trial trial) {
        Prepared series = prepared.get(trial.series());
        Scenario scenario = ScenarioLoader.parse(file.toString(), series.text(), List.of("seed=" + trial.seed()));
        return new Network(ResolvedScenario.of(scenario, series.fabric()));
    }
}
