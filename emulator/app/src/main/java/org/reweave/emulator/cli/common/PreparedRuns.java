package org.reweave.emulator.cli.common;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.reweave.emulator.network.Network;
import org.reweave.emulator.scenario.ResolvedScenario;
import org.reweave.emulator.scenario.Scenario;
import org.reweave.emulator.scenario.ScenarioException;
import org.reweave.emulator.scenario.ScenarioLoader;
import org.reweave.emulator.sweep.Series;
import org.reweave.routing.topology.Fabric;

/**
 * Turns a scenario's file and the keys that a study sets over it into the network of every run. The file is read once,
 * before the first run, so that editing it meanwhile changes nothing.
 */
public final class PreparedRuns {
    /** @param text of the scenario with every key written out */
    private record Prepared(String text, Fabric fabric) {}

    private final Path file;
    private final List<String> sets;
    private final Map<Series, Prepared> prepared = new HashMap<>();

    /** @param sets as {@code --set} has them */
    public PreparedRuns(Path file, List<String> sets) {
        this.file = file;
        this.sets = List.copyOf(sets);
    }

    /**
     * Checks a series by making its network.
     *
     * @param more keys that a run of the series has, too, as {@code --set} has them
     * @param options in place of {@code --set KEY=VALUE}, the words that the user wrote, by {@code KEY=VALUE}
     * @return the scenario of a run; empty where something is wrong with the scenario
     */
    public Optional<Scenario> prepare(Series series, List<String> more, Map<String, String> options, InputCheck input) {
        List<String> overrides = new ArrayList<>(sets);
        overrides.addAll(series.overrides());
        overrides.addAll(more);
        try {
            Scenario scenario = ScenarioLoader.load(file, overrides);
            Network network = new Network(ResolvedScenario.of(scenario));
            prepared.put(
                    series,
                    new Prepared(
                            scenario.resolved(), network.resolved().cabling().source()));
            return Optional.of(scenario);
        } catch (ScenarioException e) {
            for (String problem : e.problems()) {
                String words = problem;
                for (Map.Entry<String, String> option : options.entrySet()) {
                    words = words.replace("--set " + option.getKey(), option.getValue());
                }
                input.problem(words);
            }
            return Optional.empty();
        }
    }

    /** The words of a user who set the keys of a series by an option, by {@code KEY=VALUE}. */
    public static Map<String, String> words(String option, Series series) {
        Map<String, String> words = new LinkedHashMap<>();
        series.overrides().forEach(set -> words.put(set, option + " " + set));
        return words;
    }

    /** The network of a run of a series that was prepared; by many threads at once. */
    public Network network(Series series, String... more) {
        Prepared own = prepared.get(series);
        Scenario scenario = ScenarioLoader.parse(file.toString(), own.text(), List.of(more));
        return new Network(ResolvedScenario.of(scenario, own.fabric()));
    }
}
