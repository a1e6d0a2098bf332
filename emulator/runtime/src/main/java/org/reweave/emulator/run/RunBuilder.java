package org.reweave.emulator.run;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Supplier;
import org.reweave.emulator.journal.store.JournalException;
import org.reweave.emulator.journal.store.JournalPlace;
import org.reweave.emulator.network.Network;
import org.reweave.emulator.results.OutputFolder;
import org.reweave.emulator.results.RunId;
import org.reweave.emulator.scenario.ResolvedScenario;
import org.reweave.emulator.scenario.Scenario;
import org.reweave.emulator.scenario.ScenarioException;
import org.reweave.emulator.scenario.ScenarioLoader;

/**
 * The scenario of a run and its options; {@link #prepare} checks all of it. Options that are not called keep their
 * defaults.
 */
public final class RunBuilder {
    private final Function<List<String>, Scenario> source;
    private final List<String> overrides = new ArrayList<>();
    private String until; // null = run.limit
    private List<String> untilSets = List.of();
    private Drivers drivers = Drivers.actors();
    private Function<String, Path> folder; // by the run's id; null = nothing is written
    private boolean journalled;
    private String journal; // null = in the folder
    private String command = "";
    private Consumer<String> steps = step -> {};

    /** @param source a scenario with overrides */
    RunBuilder(Function<List<String>, Scenario> source) {
        this.source = source;
    }

    static Scenario file(Path file, List<String> overrides) {
        if (!Files.isRegularFile(file)) {
            throw new ScenarioException(List.of(
                    file + (Files.isDirectory(file) ? ": is a folder; name a scenario in it" : ": no such file")));
        }
        return ScenarioLoader.load(file, overrides);
    }

    /**
     * Overrides a key of the scenario; a later one wins.
     *
     * @param override as {@code --set} has it: {@code traffic.load=0.05}
     */
    public RunBuilder set(String override) {
        overrides.add(override);
        return this;
    }

    public RunBuilder seed(long seed) {
        return set("seed=" + seed);
    }

    /**
     * Ends the run at an emulated time at the latest, whatever is under way.
     *
     * @param duration such as {@code 800us}
     */
    public RunBuilder until(String duration) {
        until = duration;
        return this;
    }

    /** Default: {@link Drivers#actors()}. */
    public RunBuilder driver(Drivers choice) {
        drivers = choice;
        return this;
    }

    /** Writes the results into a folder, which must be empty or absent. */
    public RunBuilder folder(Path target) {
        folder = id -> target;
        return this;
    }

    /** Writes the results into a folder that is named by the run's id. */
    public RunBuilder folderIn(Path parent) {
        folder = parent::resolve;
        return this;
    }

    /** Keeps a journal in the folder: the run can be replayed. */
    public RunBuilder journal() {
        journalled = true;
        return this;
    }

    /**
     * Keeps a journal in a database server.
     *
     * @param choice as {@code --journal} has it: a URL, or a file that has one
     */
    public RunBuilder journal(String choice) {
        journal = choice;
        return journal();
    }

    /** Says in the report how the run was started. */
    public RunBuilder command(String words) {
        command = words;
        return this;
    }

    /** @param listener is told what {@link #prepare} begins, as each step takes seconds on a large fabric */
    public RunBuilder steps(Consumer<String> listener) {
        steps = listener;
        return this;
    }

    /**
     * Reads and checks everything. Nothing is written yet.
     *
     * @throws ScenarioException with everything that is wrong, in the words of the command line
     */
    public Run prepare() {
        List<String> problems = new ArrayList<>();
        Optional<ResolvedScenario> resolved = attempt(problems, this::resolved);
        String id = resolved.map(RunBuilder::id).orElseGet(() -> RunId.of("unread", 0, Instant.now()));
        Optional<Path> target = Optional.ofNullable(folder).map(byId -> byId.apply(id));
        target.flatMap(OutputFolder::problem)
                .ifPresent(problem -> problems.add("--out " + target.get() + ": " + problem));
        Optional<RunOutputs.JournalChoice> place = journalled ? place(target, problems) : Optional.empty();
        throwIfAny(problems);
        // a large fabric takes long to route: what can be refused without its tables was refused before
        Optional<Network> routed = attempt(problems, () -> routed(resolved.orElseThrow()));
        routed.flatMap(drivers::problem).ifPresent(problems::add);
        throwIfAny(problems);
        Network network = routed.orElseThrow();
        return new Run(
                network,
                drivers,
                network.resolved().scenario().run().pace(),
                new RunOutputs.Wanted(id, target, place, Optional.empty(), command));
    }

    private static void throwIfAny(List<String> problems) {
        if (!problems.isEmpty()) {
            throw new ScenarioException(problems);
        }
    }

    private static String id(ResolvedScenario resolved) {
        Scenario scenario = resolved.scenario();
        return RunId.of(scenario.name(), scenario.seed(), Instant.now());
    }

    private Optional<RunOutputs.JournalChoice> place(Optional<Path> target, List<String> problems) {
        if (target.isEmpty()) {
            problems.add("a journal needs a folder for the results of its run; name one");
            return Optional.empty();
        }
        if (journal == null) {
            return Optional.of(JournalPlace::in);
        }
        try {
            JournalPlace chosen = JournalPlace.chosen(journal, System.getenv());
            return Optional.of(unfinished -> chosen);
        } catch (JournalException e) {
            problems.add(e.getMessage());
            return Optional.empty();
        }
    }

    private <T> Optional<T> attempt(List<String> problems, Supplier<T> step) {
        try {
            return Optional.of(step.get());
        } catch (ScenarioException e) {
            e.problems().forEach(problem -> problems.add(inUsersWords(problem)));
            return Optional.empty();
        }
    }

    private ResolvedScenario resolved() {
        steps.accept("reading the scenario and its fabric");
        try {
            return ResolvedScenario.of(scenario());
        } catch (ScenarioException e) {
            if (!untilSets.isEmpty()) {
                ResolvedScenario.of(source.apply(overrides)); // names places as the user wrote them
            }
            throw e;
        }
    }

    private Network routed(ResolvedScenario resolved) {
        steps.accept("routing " + resolved.fabric().switchCount() + " switches and "
                + resolved.fabric().nicCount() + " NICs");
        return new Network(resolved);
    }

    private Scenario scenario() {
        Scenario scenario = source.apply(overrides);
        if (until == null) {
            return scenario;
        }
        long end = ScenarioLoader.cycles("--until", until, scenario.time());
        List<String> all = new ArrayList<>(overrides);
        untilSets = ScenarioLoader.endingAt(scenario, end);
        all.addAll(untilSets);
        return source.apply(all);
    }

    /** Names {@code --until} where a message names an override that it stands for. */
    private String inUsersWords(String problem) {
        String result = problem;
        for (String set : untilSets) {
            result = result.replace("--set " + set, "--until " + until);
        }
        return result;
    }
}
