package org.reweave.emulator.cli.run;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import org.reweave.emulator.cli.common.InputCheck;
import org.reweave.emulator.network.Network;
import org.reweave.emulator.results.OutputFolder;
import org.reweave.emulator.scenario.ResolvedScenario;
import org.reweave.emulator.scenario.Scenario;
import org.reweave.emulator.scenario.ScenarioException;
import org.reweave.emulator.scenario.ScenarioLoader;

/** Turns what a user wrote into a network that is ready to run. */
final class RunInput {
    private final Path file;
    private final List<String> overrides;
    private final String until;
    private List<String> untilSets = List.of();

    /**
     * @param sets as {@code --set} has them
     * @param seed or null
     * @param until or null
     */
    RunInput(Path file, List<String> sets, Long seed, String until) {
        this.file = file;
        this.overrides = new ArrayList<>(sets);
        this.until = until;
        if (seed != null) {
            overrides.add("seed=" + seed);
        }
    }

    /** Reads and checks everything; what is wrong goes to {@code input}. */
    Optional<Network> network(InputCheck input) {
        if (!Files.isRegularFile(file)) {
            input.problem(file + (Files.isDirectory(file) ? ": is a folder; name a scenario in it" : ": no such file"));
            return Optional.empty();
        }
        return attempt(input, () -> new Network(ResolvedScenario.of(scenario())));
    }

    private Scenario scenario() {
        Scenario scenario = ScenarioLoader.load(file, overrides);
        if (until == null) {
            return scenario;
        }
        long end = ScenarioLoader.cycles("--until", until, scenario.time());
        List<String> all = new ArrayList<>(overrides);
        untilSets = ScenarioLoader.endingAt(scenario, end);
        all.addAll(untilSets);
        return ScenarioLoader.load(file, all);
    }

    private <T> Optional<T> attempt(InputCheck input, Supplier<T> part) {
        try {
            return Optional.of(part.get());
        } catch (ScenarioException e) {
            e.problems().forEach(problem -> input.problem(inUsersWords(problem)));
            return Optional.empty();
        }
    }

    /** Names {@code --until} where a message names an override that it stands for. */
    private String inUsersWords(String problem) {
        String result = problem;
        for (String set : untilSets) {
            result = result.replace("--set " + set, "--until " + until);
        }
        return result;
    }

    /** The folder that {@code --out} names may be written. */
    static void checkFree(Path out, InputCheck input) {
        OutputFolder.problem(out).ifPresent(problem -> input.problem("--out " + out + ": " + problem));
    }
}
