package org.reweave.emulator.cli.run;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.reweave.emulator.cli.common.ExitCode;
import org.reweave.emulator.cli.common.InputCheck;
import org.reweave.emulator.cli.common.InputFile;
import org.reweave.emulator.cli.common.ReweaveCommand;
import org.reweave.emulator.cli.common.SoftwareVersion;
import org.reweave.emulator.journal.JournalException;
import org.reweave.emulator.journal.RunJournal;
import org.reweave.emulator.network.Network;
import org.reweave.emulator.results.OutputFolder;
import org.reweave.emulator.results.RunFolder;
import org.reweave.emulator.results.RunRecorder;
import org.reweave.emulator.results.Summary;
import org.reweave.emulator.results.SummaryWriter;
import org.reweave.emulator.scenario.Scenario;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code reweave run}: runs a scenario and leaves its results in a folder. */
@Command(
        name = "run",
        description = {
            "Runs a scenario: progress on stderr, a summary on stdout, and a folder with everything.",
            "Exit code 1 when the run deadlocked, could not be routed, or did not empty before run.limit; 130 when Ctrl-C stopped it"
                    + " (its results so far are kept, marked interrupted; a second Ctrl-C kills)."
        })
public final class RunCommand extends ReweaveCommand {
    static final Path RUNS = Path.of("runs");
    private static final DateTimeFormatter STAMP =
            DateTimeFormatter.ofPattern("yyyyMMdd-HHmmss-SSS").withZone(ZoneOffset.UTC);

    @Parameters(
            index = "0",
            paramLabel = "SCENARIO",
            description = "A scenario's file; cluster-config/scenarios has examples and a list of all keys.")
    private Path scenario;

    @Option(
            names = "--set",
            paramLabel = "KEY=VALUE",
            description = "Override a key of the scenario, such as traffic.load=0.05. Repeatable.")
    private List<String> sets = new ArrayList<>();

    @Option(names = "--seed", paramLabel = "N", description = "Short for --set seed=N.")
    private Long seed;

    @Mixin
    private DriverOptions drivers = new DriverOptions();

    @Mixin
    private JournalOptions journals = new JournalOptions();

    @Option(
            names = "--until",
            paramLabel = "DURATION",
            description =
                    "End the run at this emulated time at the latest, as in 800us, whatever is under way: overrides run.limit, and run.duration"
                            + " and traffic.stop where they are later.")
    private String until;

    @Option(
            names = "--out",
            paramLabel = "DIR",
            description = "Write the results there instead of runs/SCENARIO-SEED-TIME; it must be empty or not exist.")
    private Path out;

    @Option(names = "--quiet", description = "Nothing on stderr unless something is wrong.")
    private boolean quiet;

    @Override
    public Integer call() {
        InputCheck input = new InputCheck();
        Drivers chosen = drivers.drivers(input);
        journals.check(input);
        if (out != null) {
            RunInput.checkFree(out, input);
        }
        Optional<Network> checked = new RunInput(scenario, sets, seed, until).network(input);
        input.throwIfAny();

        Network network = checked.orElseThrow();
        Scenario resolved = network.resolved().scenario();
        String id = OutputFolder.nameOf(resolved.name()) + "-" + resolved.seed() + "-"
                + STAMP.format(Instant.now());
        Path target = out == null ? RUNS.resolve(id) : out;
        journals.checkFolder(target);
        RunFolder folder = create(target, resolved);
        RunJournal journal = journals.begin(id, network, folder);
        if (!quiet) {
            new RunIntroduction(err(), network, chosen).print();
        }
        SummaryWriter.Identity identity =
                new SummaryWriter.Identity(id, SoftwareVersion.read(), chosen.name(), chosen.threads(), commandLine());
        RunRecorder[] recorder = new RunRecorder[1];
        RunSession session = new RunSession(network, identity, folder, journal, err(), stopped -> {
            print(stopped, recorder[0], folder);
            Runtime.getRuntime().halt(ExitCode.INTERRUPTED);
        });
        recorder[0] = session.recorder();
        Summary summary;
        try {
            summary = session.run(listener -> chosen.create(network, listener), quiet);
        } catch (IOException | UncheckedIOException e) {
            IOException cause = e instanceof UncheckedIOException unchecked ? unchecked.getCause() : (IOException) e;
            err().println("reweave: the results could not be written: " + InputFile.reason(cause)
                    + "; what there is of them is in "
                    + (Files.exists(folder.unfinished()) ? folder.unfinished() : folder.path()));
            return ExitCode.INTERNAL_FAULT;
        }
        print(summary, session.recorder(), folder);
        return exitCode(summary);
    }

    private void print(Summary summary, RunRecorder recorder, RunFolder folder) {
        if (json()) {
            printJson(summary);
        } else {
            new RunReport(out(), summary, recorder, folder.path()).print();
        }
        out().flush();
    }

    private static RunFolder create(Path target, Scenario scenario) {
        try {
            return RunFolder.create(target, scenario.resolved());
        } catch (IOException e) {
            throw new JournalException(target + ": cannot be written: " + InputFile.reason(e), e);
        }
    }

    private static int exitCode(Summary summary) {
        if (summary.interrupted()) {
            return ExitCode.INTERRUPTED;
        }
        return summary.outcome().equals("completed") ? ExitCode.DONE : ExitCode.CHECKS_FAILED;
    }
}
