package org.reweave.emulator.cli.serve;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import org.reweave.emulator.cli.common.ExitCode;
import org.reweave.emulator.cli.common.InputCheck;
import org.reweave.emulator.cli.common.Interrupts;
import org.reweave.emulator.cli.common.ReweaveCommand;
import org.reweave.emulator.cli.common.UserErrors;
import org.reweave.emulator.cli.run.DriverOptions;
import org.reweave.emulator.cli.run.JournalOptions;
import org.reweave.emulator.cli.runs.RunsFolder;
import org.reweave.emulator.disk.FileFailure;
import org.reweave.emulator.governor.Outcome;
import org.reweave.emulator.results.Summary;
import org.reweave.emulator.run.Run;
import org.reweave.emulator.run.RunBuilder;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code reweave serve}: runs in a browser. */
@Command(
        name = "serve",
        description = {
            "Shows the runs of a directory to browsers of this machine: a list, the report of each run that is over, two of them side by side,"
                    + " any cut of a stored run, and the events of a run that is going on as they come. Nothing can be changed by it, and"
                    + " nobody else reaches it. Ctrl-C ends it.",
            "With a scenario it runs that scenario, too, and shows the run's report as it grows: the fabric, the curves, the events. The"
                    + " address that it prints has a token; only a page with that token can pause the run, let it go on and set its pace.",
            "Exit code with a scenario: as 'reweave run' has it."
        })
public final class ServeCommand extends ReweaveCommand {
    private static final int LAST_PORT = 65_535;
    /** Longest wait for the next cut after Ctrl-C. */
    private static final Duration PATIENCE = Duration.ofMillis(750);

    @Parameters(
            index = "0",
            arity = "0..1",
            paramLabel = "SCENARIO",
            description = "A scenario's file, which is run and shown while it goes on.")
    private Path scenario;

    @Option(
            names = "--set",
            paramLabel = "KEY=VALUE",
            description = "Override a key of the scenario, as reweave run does. Repeatable.")
    private List<String> sets = new ArrayList<>();

    @Mixin
    private DriverOptions drivers = new DriverOptions();

    @Mixin
    private JournalOptions journals = new JournalOptions();

    @Mixin
    private RunsFolder folder = new RunsFolder();

    @Option(
            names = "--port",
            paramLabel = "N",
            defaultValue = "8420",
            description = "Port of the loopback address; default ${DEFAULT-VALUE}; 0 = one that is free.")
    private int port;

    @Option(names = "--end", description = "End with the run of SCENARIO instead of showing it until Ctrl-C.")
    private boolean end;

    @Override
    public Integer call() {
        InputCheck input = new InputCheck();
        Path runs = folder.path();
        input.require(port >= 0 && port <= LAST_PORT, "--port " + port + ": ports are 0 to " + LAST_PORT);
        input.require(
                scenario != null || Files.isDirectory(runs),
                runs + ": no such folder; name the folder of runs with --runs");
        input.require(scenario != null || sets.isEmpty(), "--set: there is no SCENARIO that it could be for");
        input.require(scenario != null || !end, "--end: there is no SCENARIO to end with");
        Optional<Run> run = scenario == null ? Optional.empty() : prepare(runs, input);
        input.throwIfAny();
        return serve(runs, run.orElse(null));
    }

    private Optional<Run> prepare(Path runs, InputCheck input) {
        RunBuilder builder = Run.of(scenario)
                .driver(drivers.drivers(input))
                .command(commandLine())
                .folderIn(runs);
        sets.forEach(builder::set);
        journals.choose(builder, input);
        Optional<Run> run = input.attempt("", builder::prepare);
        try {
            Files.createDirectories(runs);
        } catch (IOException e) {
            input.problem(runs + ": cannot be made: " + FileFailure.reason(e));
        }
        return run;
    }

    /** @param run null = none is run */
    private int serve(Path runs, Run run) {
        CountDownLatch asked = new CountDownLatch(1);
        Interrupts interrupts = Interrupts.handle(() -> {
            if (run != null) {
                stop(run);
            }
            asked.countDown();
        });
        Optional<LiveRun> live = Optional.ofNullable(run).map(LiveRun::new);
        try (RunsServer server = new RunsServer(runs, port, live)) {
            say(server, live, runs);
            int code = live.isPresent() ? execute(run, live.get()) : ExitCode.DONE;
            if (!end) {
                asked.await();
            }
            return code;
        } catch (IOException e) {
            throw new UserErrors("--port " + port + ": cannot be served: " + FileFailure.reason(e));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return ExitCode.INTERRUPTED;
        } finally {
            interrupts.close();
        }
    }

    private void say(RunsServer server, Optional<LiveRun> live, Path runs) {
        String ofRun = live.map(one -> server.address() + "runs/" + one.id() + "/#" + one.token())
                .orElse("");
        if (json()) {
            printJson(
                    live.isPresent()
                            ? Map.of("address", server.address(), "run", ofRun)
                            : Map.of("address", server.address()));
        } else {
            out().println(server.address() + " shows the runs in " + runs + "; Ctrl-C ends it");
            live.ifPresent(one -> out().println(ofRun + " shows this run; with this address it can be paused"));
        }
        out().flush();
    }

    /** A second Ctrl-C kills. */
    private void stop(Run run) {
        run.stop();
        run.isKeptWithin(PATIENCE);
        run.endAtLastCut(PATIENCE).ifPresent(summary -> Runtime.getRuntime().halt(ExitCode.INTERRUPTED));
    }

    private int execute(Run run, LiveRun live) {
        Summary summary;
        try {
            summary = run.execute();
        } finally {
            live.over();
        }
        if (!json()) {
            out().println(run.id() + ": "
                    + (summary.interrupted()
                            ? "stopped by the user"
                            : summary.outcome().label()));
            out().flush();
        }
        if (summary.interrupted()) {
            return ExitCode.INTERRUPTED;
        }
        return summary.outcome() == Outcome.COMPLETED ? ExitCode.DONE : ExitCode.CHECKS_FAILED;
    }
}
