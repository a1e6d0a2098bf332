package org.reweave.emulator.cli.race;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.CancellationException;
import java.util.stream.Collectors;
import org.reweave.emulator.batch.BatchIdentity;
import org.reweave.emulator.batch.BatchState;
import org.reweave.emulator.cli.common.Amounts;
import org.reweave.emulator.cli.common.AtomicFile;
import org.reweave.emulator.cli.common.BuildIdentity;
import org.reweave.emulator.cli.common.ExitCode;
import org.reweave.emulator.cli.common.InputCheck;
import org.reweave.emulator.cli.common.Interrupts;
import org.reweave.emulator.cli.common.ProgressLine;
import org.reweave.emulator.cli.common.QuietOption;
import org.reweave.emulator.cli.common.ReweaveCommand;
import org.reweave.emulator.cli.common.RunsAtATime;
import org.reweave.emulator.cli.common.UserErrors;
import org.reweave.emulator.race.Race;
import org.reweave.emulator.race.RaceClass;
import org.reweave.emulator.race.RacePlan;
import org.reweave.emulator.race.RaceRun;
import org.reweave.emulator.race.Variation;
import org.reweave.emulator.results.JsonText;
import org.reweave.emulator.results.OutputFolder;
import org.reweave.emulator.run.InputFile;
import org.reweave.emulator.scenario.ScenarioException;
import org.reweave.emulator.scenario.ScenarioLoader;
import org.reweave.routing.model.NearestName;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code reweave race}: many runs of a scenario that differ in what disturbs them, and how each ends. */
@Command(
        name = "race",
        description = {
            "Runs a scenario many times with other seeds, disturbances and times of faults, and says how the runs end, with 95%% intervals,"
                    + " and in which distinct ways they fail. A failure gets a folder with its scenario, its report and its journal.",
            "A race that was broken off goes on where it was. Exit code 1 when --expect is not met."
        })
public final class RaceCommand extends ReweaveCommand {
    private static final Path RACES = Path.of("races");
    private static final List<String> EXPECTATIONS = List.of("clean", "promises");

    @Parameters(index = "0", paramLabel = "SCENARIO", description = "A scenario's file.")
    private Path scenario;

    @Option(names = "--runs", paramLabel = "N", defaultValue = "100", description = "Runs; default ${DEFAULT-VALUE}.")
    private int runs;

    @Option(
            names = "--set",
            paramLabel = "KEY=VALUE",
            description = "Override a key of the scenario, such as traffic.load=0.05. Repeatable.")
    private List<String> sets = new ArrayList<>();

    @Option(
            names = "--seed",
            paramLabel = "N",
            description = "Seed of the first run; the others have the next ones. Default: the scenario's.")
    private Long seed;

    @Option(
            names = "--vary",
            paramLabel = "WHAT",
            split = ",",
            description =
                    "What differs from run to run beside the seed: disturbances, fault-times, second-faults, recoveries, or none;"
                            + " default: the first four.")
    private List<String> vary = new ArrayList<>();

    @Option(
            names = "--lax",
            description =
                    "Lax runs as they come (run.asynchrony=lax): the scheduling of threads decides, too. Each keeps a journal while it goes"
                            + " on, so that the first of each failure can be replayed.")
    private boolean lax;

    @Option(
            names = "--findings",
            paramLabel = "N",
            defaultValue = "10",
            description = "Distinct failures that get a folder at most; default ${DEFAULT-VALUE}.")
    private int findings;

    @Option(
            names = "--shrink",
            description =
                    "Take disturbances, faults, messages, switches and links away from each finding while it still fails in the same"
                            + " way; its folder has what is left.")
    private boolean shrink;

    @Option(
            names = "--shrink-runs",
            paramLabel = "N",
            defaultValue = "2000",
            description = "Runs at most for shrinking a finding; default ${DEFAULT-VALUE}.")
    private int candidates;

    @Option(
            names = "--explore",
            description =
                    "Hand each shrunk finding of at most eight packets to the explorer, which says whether it is one order of many;"
                            + " implies --shrink.")
    private boolean explore;

    @Option(
            names = "--expect",
            paramLabel = "WHAT",
            description =
                    "clean: exit code 1 unless every run is clean; promises: unless every run keeps what the scheme promises.")
    private String expect;

    @Mixin
    private RunsAtATime threads = new RunsAtATime();

    @Option(
            names = "--out",
            paramLabel = "DIR",
            description = "Folder of finished runs and findings; default: races/SCENARIO.")
    private Path out;

    @Mixin
    private QuietOption quiet = new QuietOption();

    @Override
    public Integer call() {
        InputCheck input = new InputCheck();
        int used = threads.threads(input);
        require(runs >= 1, "--runs " + runs + " < 1; raise it", input);
        require(candidates >= 1, "--shrink-runs " + candidates + " < 1; raise it", input);
        require(findings >= 0, "--findings " + findings + " < 0; raise it", input);
        require(
                expect == null || EXPECTATIONS.contains(expect),
                "--expect " + expect + ": is neither clean nor promises",
                input);
        Set<Variation> variations = variations(input);
        Optional<RacePlan> plan = input.attempt("", () -> plan(variations));
        require(
                !(shrink || explore) || !plan.map(RacePlan::isLax).orElse(lax),
                (shrink ? "--shrink" : "--explore")
                        + ": with less in it a lax run would not happen again; leave that out, or race conservative runs",
                input);
        input.throwIfAny();
        return race(plan.orElseThrow(), used);
    }

    private static void require(boolean holds, String otherwise, InputCheck input) {
        if (!holds) {
            input.problem(otherwise);
        }
    }

    private Set<Variation> variations(InputCheck input) {
        Set<Variation> chosen = EnumSet.noneOf(Variation.class);
        if (vary.isEmpty()) {
            return EnumSet.allOf(Variation.class);
        }
        for (String word : vary) {
            if (Variation.labels().contains(word)) {
                chosen.add(Variation.valueOf(word.toUpperCase(Locale.ROOT).replace('-', '_')));
            } else if (!word.equals("none")) {
                List<String> known = new ArrayList<>(Variation.labels());
                known.add("none");
                input.problem("--vary " + word + ": nothing of that name is varied; did you mean "
                        + NearestName.of(word, known) + "?");
            }
        }
        return chosen;
    }

    private RacePlan plan(Set<Variation> variations) {
        if (!Files.isRegularFile(scenario)) {
            throw new ScenarioException(List.of(scenario
                    + (Files.isDirectory(scenario) ? ": is a folder; name a scenario in it" : ": no such file")));
        }
        List<String> all = new ArrayList<>(sets);
        if (lax) {
            all.add("run.asynchrony=lax");
        }
        if (seed != null) {
            all.add("seed=" + seed);
        }
        return new RacePlan(ScenarioLoader.load(scenario, all), variations);
    }

    private int race(RacePlan plan, int used) {
        Path folder =
                out == null ? RACES.resolve(OutputFolder.nameOf(plan.base().name())) : out;
        BatchIdentity identity = BatchIdentity.of(
                BuildIdentity.read(),
                plan.base(),
                Set.of(),
                Map.of("--vary", new TreeSet<>(plan.variations()).toString()));
        Race race = new Race(plan, used, folder, findings);
        ProgressLine progress = ProgressLine.open(err(), quiet.isQuiet());
        String kept = "finished runs are kept in " + folder + "; the same command goes on from there";
        Interrupts interrupts = Interrupts.endSoon(progress, race::cancel, () -> kept);
        try (BatchState<RaceRun> state = BatchState.open(folder, Race.files(), identity)) {
            introduce(plan, used, state, folder, progress);
            List<RaceRun> all = run(race, state, progress);
            List<RaceReport.Line> lines = new Findings(folder, plan, race, progress)
                    .of(all, findings, shrink || explore ? candidates : 0, explore);
            progress.close();
            RaceReport report = new RaceReport(plan, all, lines);
            AtomicFile.write(folder.resolve("race.json"), JsonText.indented(report.document()) + "\n");
            if (json()) {
                printJson(report.document());
            } else {
                report.text().forEach(out()::println);
            }
            return isMet(all) ? ExitCode.DONE : ExitCode.CHECKS_FAILED;
        } catch (CancellationException e) {
            err().println("reweave: stopped; " + kept);
            return ExitCode.INTERRUPTED;
        } catch (BatchState.RefusedException e) {
            throw new UserErrors(e.getMessage());
        } catch (IOException | UncheckedIOException e) {
            IOException cause = e instanceof UncheckedIOException unchecked ? unchecked.getCause() : (IOException) e;
            err().println("reweave: the race's results could not be written: " + InputFile.reason(cause)
                    + "; finished runs are in " + folder);
            return ExitCode.INTERNAL_FAULT;
        } finally {
            interrupts.close();
            progress.close();
        }
    }

    private void introduce(RacePlan plan, int used, BatchState<RaceRun> state, Path folder, ProgressLine progress) {
        if (quiet.isQuiet()) {
            return;
        }
        int known = state.entries().size();
        String varied = plan.variations().isEmpty()
                ? "the seed alone"
                : plan.variations().stream().map(Variation::label).sorted().collect(Collectors.joining(", "));
        progress.println(plan.base().name() + ": " + plan.base().description());
        progress.println(
                "  " + Amounts.count(runs, "run") + " from seed " + plan.base().seed() + ", "
                        + Amounts.count(used, "thread") + (known == 0 ? "" : "; " + known + " found in " + folder));
        progress.println("  varied: " + varied + "; disturbed: " + plan.disturbances());
        if (plan.isLax()) {
            progress.println("  lax: the scheduling of threads decides, too; a run is repeated from its journal alone");
        }
    }

    private List<RaceRun> run(Race race, BatchState<RaceRun> state, ProgressLine progress) {
        progress.start("runs", runs - Math.min(runs, state.entries().size()));
        int[] failed = new int[1];
        return race.run(runs, state.entries(), run -> {
            state.add(run);
            progress.done(1);
            if (run.verdict().kind() != RaceClass.CLEAN) {
                failed[0]++;
                progress.say(Amounts.count(failed[0], "run") + " not clean, the last one "
                        + run.verdict().kind().label());
            }
        });
    }

    private boolean isMet(List<RaceRun> all) {
        if (expect == null) {
            return true;
        }
        return expect.equals("clean")
                ? all.stream().allMatch(run -> run.verdict().kind() == RaceClass.CLEAN)
                : all.stream().allMatch(run -> run.verdict().brokenPromises().isEmpty());
    }
}
