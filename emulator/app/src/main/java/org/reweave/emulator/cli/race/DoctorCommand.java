package org.reweave.emulator.cli.race;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CancellationException;
import org.reweave.emulator.cli.common.ExitCode;
import org.reweave.emulator.cli.common.InputCheck;
import org.reweave.emulator.cli.common.Interrupts;
import org.reweave.emulator.cli.common.ProgressLine;
import org.reweave.emulator.cli.common.QuietOption;
import org.reweave.emulator.cli.common.ReweaveCommand;
import org.reweave.emulator.cli.common.RunsAtATime;
import org.reweave.emulator.disk.FileFailure;
import org.reweave.emulator.race.Doctor;
import org.reweave.emulator.results.OutputFolder;
import org.reweave.emulator.scenario.Scenario;
import org.reweave.emulator.scenario.ScenarioLoader;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code reweave doctor}: from a run that ends badly to the order of events that makes it. */
@Command(
        name = "doctor",
        description = {
            "Goes from a run that ends badly to its cause: writes it down, makes it small, asks the explorer, names the order of events that"
                    + " decides by comparing it with the least different run that ends well, and says which other schemes and options do"
                    + " not have it. The folder has all of it, with the commands.",
            "Exit code 1 when the run ends badly, 0 when nothing is wrong with it."
        })
public final class DoctorCommand extends ReweaveCommand {
    private static final Path FOLDERS = Path.of("doctor");
    private static final String SCENARIO = "scenario.conf";

    @Parameters(
            paramLabel = "SCENARIO|RUN",
            description = "A scenario's file, or the folder of a run or of a finding, which has one.")
    private Path subject;

    @Option(
            names = "--set",
            paramLabel = "KEY=VALUE",
            description = "Override a key of the scenario, such as seed=7. Repeatable.")
    private List<String> sets = new ArrayList<>();

    @Option(
            names = "--shrink-runs",
            paramLabel = "N",
            defaultValue = "600",
            description = "Runs at most for shrinking; default ${DEFAULT-VALUE}.")
    private int candidates;

    @Mixin
    private RunsAtATime atATime = new RunsAtATime();

    @Option(names = "--out", paramLabel = "DIR", description = "Folder of what is found out; default: doctor/SCENARIO.")
    private Path out;

    @Mixin
    private QuietOption quiet = new QuietOption();

    @Override
    public Integer call() {
        InputCheck input = new InputCheck();
        int threads = atATime.threads(input);
        input.require(candidates >= 1, "--shrink-runs " + candidates + " < 1; raise it");
        Path file = Files.isDirectory(subject) ? subject.resolve(SCENARIO) : subject;
        input.require(
                Files.isRegularFile(file),
                subject + (Files.isDirectory(subject) ? ": has no " + SCENARIO : ": no such file"));
        input.throwIfAny();
        Scenario scenario =
                input.attempt("", () -> ScenarioLoader.load(file, sets)).orElse(null);
        input.throwIfAny();
        input.require(
                !scenario.run().isUpToThreads(),
                subject + ": threads decided what came late, so the run does not happen again with anything less;"
                        + " choose a run.lax.schedule that the seed repeats");
        input.throwIfAny();
        Path folder = out == null ? FOLDERS.resolve(OutputFolder.nameOf(scenario.name())) : out;
        input.require(!Files.exists(folder), folder + ": exists; remove it, or name another folder with --out");
        input.throwIfAny();
        return examine(scenario, folder, threads);
    }

    private int examine(Scenario scenario, Path folder, int threads) {
        ProgressLine progress = ProgressLine.open(err(), quiet.isQuiet());
        Doctor doctor = new Doctor(
                scenario, threads, folder, candidates, stage -> progress.start(stage, -1), progress::reached);
        Optional<Doctor.Diagnosis> found;
        Interrupts interrupts =
                Interrupts.endSoon(progress, doctor::cancel, () -> "what is found out so far is in " + folder);
        try (progress) {
            found = doctor.examine();
        } catch (CancellationException e) {
            return ExitCode.INTERRUPTED;
        } catch (IOException e) {
            err().println("reweave: what the doctor found out could not be written into " + folder + ": "
                    + FileFailure.reason(e));
            return ExitCode.INTERNAL_FAULT;
        } finally {
            interrupts.close();
        }
        if (json()) {
            printJson(document(found, folder));
        } else {
            found.ifPresentOrElse(
                    diagnosis -> print(diagnosis, folder), () -> out().println("nothing is wrong with this run"));
        }
        return found.isPresent() ? ExitCode.CHECKS_FAILED : ExitCode.DONE;
    }

    private void print(Doctor.Diagnosis found, Path folder) {
        out().println(found.verdict().text()
                + (found.verdict().brokenPromises().isEmpty()
                        ? ""
                        : "; breaks " + found.verdict().brokenPromises()));
        out().println("shrunk to " + found.shrunk());
        out().println("explored: " + found.explored());
        out().println(found.cleanWhen()
                .map(words -> "ends well when " + words)
                .orElse("no run with one thing less, earlier or later ends well"));
        found.order().forEach(line -> out().println("  " + line));
        found.others().forEach(other -> out().println("under " + other.name() + ": " + other.end()));
        out().println(folder.resolve("README.md"));
    }

    private static Map<String, Object> document(Optional<Doctor.Diagnosis> found, Path folder) {
        Map<String, Object> document = new LinkedHashMap<>();
        document.put("isWell", found.isEmpty());
        found.ifPresent(diagnosis -> {
            document.put("verdict", diagnosis.verdict());
            document.put("shrunk", diagnosis.shrunk());
            document.put("explored", diagnosis.explored());
            document.put("endsWellWhen", diagnosis.cleanWhen().orElse(null));
            document.put("order", diagnosis.order());
            document.put("others", diagnosis.others());
            document.put("folder", folder.toString());
        });
        return document;
    }
}
