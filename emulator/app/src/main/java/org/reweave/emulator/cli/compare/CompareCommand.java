package org.reweave.emulator.cli.compare;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CancellationException;
import java.util.function.Supplier;
import java.util.stream.LongStream;
import org.reweave.emulator.batch.BatchIdentity;
import org.reweave.emulator.batch.BatchState;
import org.reweave.emulator.cli.common.Amounts;
import org.reweave.emulator.cli.common.AtomicFile;
import org.reweave.emulator.cli.common.BuildIdentity;
import org.reweave.emulator.cli.common.ExitCode;
import org.reweave.emulator.cli.common.InputCheck;
import org.reweave.emulator.cli.common.Interrupts;
import org.reweave.emulator.cli.common.OverridesOption;
import org.reweave.emulator.cli.common.ProgressLine;
import org.reweave.emulator.cli.common.QuietOption;
import org.reweave.emulator.cli.common.ReweaveCommand;
import org.reweave.emulator.cli.common.RunsAtATime;
import org.reweave.emulator.cli.common.UserErrors;
import org.reweave.emulator.compare.Comparison;
import org.reweave.emulator.compare.Contender;
import org.reweave.emulator.compare.Measurement;
import org.reweave.emulator.compare.Plan;
import org.reweave.emulator.compare.Trial;
import org.reweave.emulator.results.JsonText;
import org.reweave.emulator.results.OutputFolder;
import org.reweave.emulator.run.InputFile;
import org.reweave.emulator.scenario.Scenario;
import org.reweave.emulator.sweep.Variation;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code reweave compare}: reconfiguration schemes side by side. */
@Command(
        name = "compare",
        description = {
            "Runs a scenario under several reconfiguration schemes with the same seeds, so with the same faults, messages and times, and gives"
                    + " what each costs: means over the seeds with 95%% confidence intervals (Student's t), and intervals of the differences"
                    + " from the first scheme, seed by seed.",
            "All changes of a run count as one: from the first fault to the last change's end.",
            "The folder gets compare.html, compare.md, compare.svg, schemes.csv, runs.csv and compare.json. Finished runs are kept: the same"
                    + " command goes on where it was broken off, and one with more schemes or seeds runs what is missing.",
            "Exit code 1 when a run did not come to its own end; 130 when Ctrl-C stopped it."
        })
public final class CompareCommand extends ReweaveCommand {
    private static final Path COMPARISONS = Path.of("comparisons");
    private static final Set<String> OWN_KEYS = Set.of("reconfiguration.scheme", "seed");

    @Parameters(index = "0", paramLabel = "SCENARIO", description = "A scenario's file.")
    private Path scenario;

    @Option(
            names = "--schemes",
            paramLabel = "A,B,C",
            split = ",",
            required = true,
            description =
                    "Schemes, the first being the one that the others are compared with; with keys under reconfiguration behind plus signs,"
                            + " as in ebrd,ebrd+nic-notice=switch,sr-pda.")
    private List<String> schemes = new ArrayList<>();

    @Option(
            names = "--vary",
            paramLabel = "KEY=A,B,C",
            description =
                    "A key and its values, each a table of its own; values with commas are separated by semicolons. Repeatable: all"
                            + " combinations.")
    private List<String> vary = new ArrayList<>();

    @Option(
            names = "--seeds",
            paramLabel = "N",
            defaultValue = "5",
            description =
                    "Runs of each scheme, with seeds from the scenario's on; default ${DEFAULT-VALUE}. Intervals need two.")
    private int seeds;

    @Mixin
    private OverridesOption overrides = new OverridesOption();

    @Mixin
    private RunsAtATime threads = new RunsAtATime();

    @Option(
            names = "--out",
            paramLabel = "DIR",
            description = "Folder of results and finished runs; default: comparisons/SCENARIO.")
    private Path out;

    @Mixin
    private QuietOption quiet = new QuietOption();

    @Override
    public Integer call() {
        InputCheck input = new InputCheck();
        int used = threads.threads(input);
        require(seeds >= 1, "--seeds " + seeds + " < 1; raise it", input);
        List<Variation> variations = variations(input);
        List<Contender> contenders = contenders(input);
        CompareInput files = new CompareInput(scenario, overrides.sets());
        Scenario base = files.base(input);
        input.throwIfAny();
        List<Long> allSeeds =
                LongStream.range(0, seeds).map(i -> base.seed() + i).boxed().toList();
        Plan plan = Plan.of(variations, contenders, allSeeds);
        files.prepare(plan, input);
        input.throwIfAny();

        Path folder = out == null ? COMPARISONS.resolve(OutputFolder.nameOf(base.name())) : out;
        OutputFolder.problemAbove(folder).ifPresent(problem -> {
            throw new UserErrors("--out " + folder + ": " + problem);
        });
        BatchIdentity identity = BatchIdentity.of(BuildIdentity.read(), base, OWN_KEYS, Map.of());
        try (BatchState<Comparison.Finished> state = BatchState.open(folder, Comparison.files(), identity)) {
            return run(files, base, plan, used, folder, state);
        } catch (BatchState.RefusedException e) {
            throw new UserErrors(e.getMessage());
        } catch (IOException | UncheckedIOException e) {
            IOException cause = e instanceof UncheckedIOException unchecked ? unchecked.getCause() : (IOException) e;
            err().println("reweave: the comparison's results could not be written: " + InputFile.reason(cause)
                    + "; finished runs are in " + folder);
            return ExitCode.INTERNAL_FAULT;
        }
    }

    private static void require(boolean holds, String otherwise, InputCheck input) {
        if (!holds) {
            input.problem(otherwise);
        }
    }

    private List<Contender> contenders(InputCheck input) {
        List<Contender> contenders = new ArrayList<>();
        for (String text : schemes) {
            input.attempt("--schemes", () -> Contender.parse(text)).ifPresent(contender -> {
                if (contenders.contains(contender)) {
                    input.problem("--schemes: " + text + " is named twice; take one out");
                }
                contenders.add(contender);
            });
        }
        return contenders;
    }

    private List<Variation> variations(InputCheck input) {
        List<Variation> variations = new ArrayList<>();
        Set<String> keys = new HashSet<>(OWN_KEYS);
        for (String text : vary) {
            input.attempt("--vary", () -> Variation.parse(text)).ifPresent(variation -> {
                if (OWN_KEYS.contains(variation.key())) {
                    input.problem("--vary " + text + ": the comparison varies that itself; use --schemes or --seeds");
                } else if (!keys.add(variation.key())) {
                    input.problem("--vary " + text + ": " + variation.key() + " is varied twice; join the lists");
                } else {
                    variations.add(variation);
                }
            });
        }
        return variations;
    }

    private int run(
            CompareInput files, Scenario base, Plan plan, int used, Path folder, BatchState<Comparison.Finished> state)
            throws IOException {
        List<Comparison.Finished> known = state.entries();
        List<Trial> trials = plan.trials();
        long missing = trials.stream()
                .filter(trial -> known.stream().noneMatch(one -> one.trial().equals(trial)))
                .count();
        ProgressLine progress = ProgressLine.open(err(), quiet.isQuiet());
        Comparison comparison = new Comparison(files::network, used);
        Supplier<String> kept = () -> Amounts.count(state.entries().size(), "finished run") + " kept in " + folder
                + "; the same command goes on from there";
        Interrupts interrupts = Interrupts.endSoon(progress, comparison::cancel, kept);
        Map<Trial, Measurement> results;
        try {
            if (!quiet.isQuiet()) {
                progress.println(base.name() + ": " + base.description());
                progress.println("  " + Amounts.count(trials.size(), "run") + ", " + Amounts.count(used, "thread")
                        + (missing == trials.size()
                                ? ""
                                : "; " + Amounts.count(trials.size() - missing, "run") + " found in " + folder));
            }
            progress.start("runs", missing == 0 ? -1 : missing);
            results = comparison.run(plan, known, finished -> {
                state.add(finished);
                progress.done(1);
            });
        } catch (CancellationException e) {
            err().println("reweave: stopped; " + kept.get());
            return ExitCode.INTERRUPTED;
        } finally {
            interrupts.close();
            progress.close();
        }
        CompareReport report = new CompareReport(base, plan, results);
        write(report, base, folder);
        if (json()) {
            printJson(report.document());
        } else {
            report.lines().forEach(out()::println);
            out().println();
            out().println("  " + folder
                    + "/: compare.html, compare.md, compare.svg, schemes.csv, runs.csv, compare.json");
        }
        return results.values().stream().allMatch(Measurement::isCompleted) ? ExitCode.DONE : ExitCode.CHECKS_FAILED;
    }

    private static void write(CompareReport report, Scenario base, Path folder) {
        AtomicFile.write(folder.resolve("runs.csv"), report.runsCsv());
        AtomicFile.write(folder.resolve("schemes.csv"), report.schemesCsv());
        AtomicFile.write(folder.resolve("scenario.conf"), base.resolved());
        AtomicFile.write(folder.resolve("compare.json"), JsonText.indented(report.document()) + "\n");
        AtomicFile.write(folder.resolve("compare.md"), report.markdown());
        AtomicFile.write(folder.resolve("compare.svg"), report.figure().svg());
        AtomicFile.write(folder.resolve("compare.html"), report.page());
    }
}
