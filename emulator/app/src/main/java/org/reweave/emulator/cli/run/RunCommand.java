package org.reweave.emulator.cli.run;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.reweave.emulator.cli.common.InputCheck;
import org.reweave.emulator.cli.common.ProgressLine;
import org.reweave.emulator.cli.common.QuietOption;
import org.reweave.emulator.cli.common.ReweaveCommand;
import org.reweave.emulator.run.Run;
import org.reweave.emulator.run.RunBuilder;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code reweave run}: runs a scenario and leaves its results in a folder. */
@Command(
        name = "run",
        description = {
            "Runs a scenario: progress on stderr, a summary on stdout, and a folder with everything.",
            "On a terminal the space bar pauses the run and lets it go on, and s takes a step to the next cut.",
            "Exit code 1 when the run deadlocked, could not be routed, or did not empty before run.limit; 130 when Ctrl-C stopped it"
                    + " (its results so far are kept, marked interrupted; a second Ctrl-C kills)."
        })
public final class RunCommand extends ReweaveCommand {
    @Parameters(
            index = "0",
            paramLabel = "SCENARIO",
            description = "A scenario's file; cluster-config/scenarios has examples and a list of all keys.")
    private Path scenario;

    @Option(
            names = "--set",
            paramLabel = "KEY=VALUE",
            description =
                    "Override a key of the scenario, such as traffic.load=0.05; KEY+=VALUE appends to a list. Repeatable.")
    private List<String> sets = new ArrayList<>();

    @Option(names = "--seed", paramLabel = "N", description = "Short for --set seed=N.")
    private Long seed;

    @Mixin
    private NodeOptions drivers = new NodeOptions();

    @Mixin
    private JournalOptions journals = new JournalOptions();

    @Option(
            names = "--until",
            paramLabel = "DURATION",
            description =
                    "End the run at this emulated time at the latest, as in 800us, whatever is under way: overrides run.limit, and run.duration"
                            + " and traffic.stop where they are later.")
    private String until;

    @Mixin
    private ResultsFolderOption results = new ResultsFolderOption();

    @Mixin
    private QuietOption quiet = new QuietOption();

    @Override
    public Integer call() {
        InputCheck input = new InputCheck();
        RunBuilder builder = Run.of(scenario).driver(drivers.drivers(input)).command(commandLine());
        sets.forEach(builder::set);
        if (seed != null) {
            builder.seed(seed);
        }
        if (until != null) {
            builder.until(until);
        }
        results.choose(builder);
        journals.choose(builder, input);
        Optional<Run> prepared;
        try (ProgressLine line = ProgressLine.open(err(), quiet.isQuiet())) {
            builder.steps(line::step);
            prepared = input.attempt("", builder::prepare);
        }
        input.throwIfAny();

        return new RunExecution(out(), err(), quiet.isQuiet(), json() ? this::printJson : null)
                .execute(prepared.orElseThrow());
    }
}
