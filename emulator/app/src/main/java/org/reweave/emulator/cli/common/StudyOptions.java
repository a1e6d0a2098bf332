package org.reweave.emulator.cli.common;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.reweave.emulator.scenario.Scenario;
import org.reweave.emulator.scenario.ScenarioLoader;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Options of commands that do many runs of a scenario, each of them in one thread. */
public final class StudyOptions {
    @Parameters(index = "0", paramLabel = "SCENARIO", description = "A scenario's file.")
    private Path scenario;

    @Option(
            names = "--set",
            paramLabel = "KEY=VALUE",
            description = "Override a key of the scenario, such as traffic.load=0.05. Repeatable.")
    private List<String> sets = new ArrayList<>();

    @Mixin
    private RunsAtATime atATime = new RunsAtATime();

    @Mixin
    private QuietOption quiet = new QuietOption();

    public Path scenario() {
        return scenario;
    }

    /** Overrides of scenario keys, as {@code --set} has them. */
    public List<String> sets() {
        return List.copyOf(sets);
    }

    /** Runs at a time; a number below 1 is a problem of the input. */
    public int threads(InputCheck input) {
        return atATime.threads(input);
    }

    public boolean isQuiet() {
        return quiet.isQuiet();
    }

    /**
     * The scenario before each run sets its own keys; empty where something is wrong with the scenario.
     *
     * @param overrides as {@code --set} has them
     */
    public Optional<Scenario> base(List<String> overrides, InputCheck input) {
        if (!Files.isRegularFile(scenario)) {
            input.problem(scenario
                    + (Files.isDirectory(scenario) ? ": is a folder; name a scenario in it" : ": no such file"));
            return Optional.empty();
        }
        return input.attempt("", () -> ScenarioLoader.load(scenario, overrides));
    }
}
