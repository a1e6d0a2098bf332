package org.reweave.emulator.cli.reproduce;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.TreeMap;
import org.reweave.emulator.batch.BatchState;
import org.reweave.emulator.cli.common.AtomicFile;
import org.reweave.emulator.cli.common.DrawingOptions;
import org.reweave.emulator.cli.common.ExitCode;
import org.reweave.emulator.cli.common.InputCheck;
import org.reweave.emulator.cli.common.QuietOption;
import org.reweave.emulator.cli.common.ReweaveCommand;
import org.reweave.emulator.cli.common.StudyBuild;
import org.reweave.emulator.cli.common.UserErrors;
import org.reweave.emulator.disk.FileFailure;
import org.reweave.emulator.reproduce.Effort;
import org.reweave.emulator.reproduce.Emulated;
import org.reweave.emulator.reproduce.NotJudged;
import org.reweave.emulator.reproduce.OutcomeCsv;
import org.reweave.emulator.reproduce.OutcomePlot;
import org.reweave.emulator.reproduce.Reproduction;
import org.reweave.emulator.reproduce.ReproductionOutcome;
import org.reweave.emulator.reproduce.Settings;
import org.reweave.emulator.reproduce.Tag;
import org.reweave.emulator.reproduce.registry.Reproductions;
import org.reweave.emulator.results.JsonText;
import org.reweave.emulator.results.OutputFolder;
import org.reweave.emulator.run.ResultsException;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code reweave reproduce}: the papers' tables and figures beside ours. */
@Command(
        name = "reproduce",
        description = {
            "Computes or emulates the papers' tables and figures anew and prints them beside the papers' values.",
            "[exact] values must be equal to the printed digits, [stat] ones overlap the interval of ours, [heuristic] ones depend"
                    + " on choices that the paper does not print and are within a tenth of its value. 'open': the interval of ours allows the printed value and much else."
                    + " Exit code 1 when an [exact] value differs.",
            "With --out, finished results and emulated runs are kept: the same command goes on where it was broken off, run by run of"
                    + " all points: with --runs N it judges those N that each point has by then."
        })
public final class ReproduceCommand extends ReweaveCommand {
    private static final String ALL = "all";
    private static final int MOST_RUNS = 100_000;

    @Parameters(arity = "0..*", paramLabel = "NAME", description = "What to reproduce; 'all' is everything.")
    private List<String> names = new ArrayList<>();

    @Option(names = "--all", description = "Reproduce everything, as the name 'all' does.")
    private boolean all;

    @Option(names = "--list", description = "List what there is: name, source, tag, what it needs.")
    private boolean list;

    @Option(names = "--quick", description = "Small sizes and samples, for a look: seconds.")
    private boolean quick;

    @Option(names = "--full", description = "The papers' sizes and samples; some take hours.")
    private boolean full;

    @Option(
            names = "--runs",
            paramLabel = "N",
            description = "Runs of each point of what is emulated; default: as many as the effort has.")
    private Integer runs;

    @Mixin
    private DrawingOptions drawing = new DrawingOptions();

    @Option(names = "--csv", paramLabel = "FILE", description = "Also write the rows of one reproduction to a file.")
    private Path csv;

    @Option(names = "--plot", paramLabel = "FILE", description = "Also draw one reproduction's curves, as SVG.")
    private Path plot;

    @Option(
            names = "--out",
            paramLabel = "DIR",
            description =
                    "Also write NAME.csv, NAME.json and, where there are curves, NAME.svg into a folder, and reproduce.html: all that was"
                            + " ever computed into it, beside the papers' values, with a table of what agrees.")
    private Path folder;

    @Mixin
    private QuietOption quiet = new QuietOption();

    /** A line of {@code --list}. */
    record Entry(String name, Tag tag, String title, String source, String needs) {
        static Entry of(Reproduction reproduction) {
            return new Entry(
                    reproduction.name(),
                    reproduction.tag(),
                    reproduction.title(),
                    reproduction.source(),
                    reproduction.needs());
        }
    }

    /** Document that {@code --json} prints. */
    record Document(Effort effort, long seed, List<ReproductionOutcome> reproductions) {}

    @Override
    public Integer call() {
        if (list) {
            printList();
            return ExitCode.DONE;
        }
        List<Reproduction> chosen = check();
        Effort effort = quick ? Effort.QUICK : full ? Effort.FULL : Effort.STANDARD;
        try (ReproductionFolder kept = ReproductionFolder.open(folder, StudyBuild.read(), effort, drawing.seed())) {
            return reproduce(
                    chosen,
                    new Settings(effort, runs, drawing.seed(), drawing.threads(), System::nanoTime, kept),
                    kept);
        } catch (BatchState.RefusedException e) {
            throw new UserErrors("--out " + e.getMessage());
        } catch (IOException | UncheckedIOException e) {
            IOException cause = e instanceof UncheckedIOException unchecked ? unchecked.getCause() : (IOException) e;
            throw new ResultsException(
                    "--out " + folder + ": results could not be written: " + FileFailure.reason(cause)
                            + "; what is finished is kept there, and the same command goes on from it",
                    cause);
        }
    }

    private int reproduce(List<Reproduction> chosen, Settings settings, ReproductionFolder kept) {
        List<ReproductionOutcome> outcomes = new ArrayList<>();
        Optional<RuntimeException> fault =
                quiet.during(err(), "results printed or written before now are complete", progress -> new EachInTurn(
                                line -> progress.println("reweave: " + line))
                        .compute(chosen, reproduction -> {
                            ReproductionOutcome outcome = kept.outcome(reproduction, settings, progress);
                            progress.clear();
                            outcomes.add(outcome);
                            write(outcome);
                            if (!json()) {
                                OutcomeReport.of(outcome).forEach(out()::println);
                                out().flush();
                            }
                        }));
        if (folder != null) {
            AtomicFile.write(folder.resolve("reproduce.html"), ReproductionPage.of(kept.outcomes(), settings));
        }
        if (fault.isPresent()) {
            throw fault.get();
        }
        if (json()) {
            printJson(new Document(settings.effort(), drawing.seed(), outcomes));
        } else if (outcomes.size() > 1) {
            OutcomeReport.agreement(outcomes).forEach(out()::println);
        }
        return outcomes.stream().anyMatch(outcome -> outcome.exactDifferences() > 0)
                ? ExitCode.CHECKS_FAILED
                : ExitCode.DONE;
    }

    private void printList() {
        List<Entry> entries = Reproductions.all().stream().map(Entry::of).toList();
        if (json()) {
            printJson(entries);
            return;
        }
        entries.forEach(entry -> {
            out().println(entry.name() + "  [" + entry.tag() + "] " + entry.source());
            out().println("    " + entry.title() + "; " + entry.needs());
        });
        out().println();
        out().println("Printed as results and not judged:");
        for (NotJudged one : NotJudged.all()) {
            out().println("  " + one.place() + ": " + one.numbers());
            out().println("    " + one.reason());
        }
    }

    private List<Reproduction> check() {
        InputCheck input = new InputCheck();
        TreeMap<Integer, Reproduction> chosen = new TreeMap<>(); // in the registry's order, each once
        for (String name : names) {
            if (!name.equals(ALL)) {
                Optional<Reproduction> found = input.attempt("", () -> Reproductions.named(name));
                found.ifPresent(one -> chosen.put(Reproductions.all().indexOf(one), one));
            }
        }
        if (all || names.contains(ALL)) {
            Reproductions.all().forEach(one -> chosen.put(Reproductions.all().indexOf(one), one));
        }
        if (names.isEmpty() && !all) {
            input.problem("a name is missing; 'reweave reproduce --list' shows all, 'all' is everything");
        }
        if (quick && full) {
            input.problem("--quick and --full exclude each other; give one");
        }
        if (runs != null) {
            input.require(runs >= 1, "--runs " + runs + " < 1; raise it");
            input.require(runs <= MOST_RUNS, "--runs " + runs + " > " + MOST_RUNS + "; lower it");
            input.require(
                    chosen.isEmpty() || chosen.values().stream().anyMatch(one -> one.computation() instanceof Emulated),
                    "--runs is for figures that are emulated, and none is asked for; leave it out");
        }
        drawing.check(input);
        boolean one = chosen.size() == 1;
        if (!one && (csv != null || plot != null) && !names.isEmpty()) {
            input.problem("--csv and --plot are for one reproduction; --out DIR writes the files of several");
        }
        if (folder != null && Files.exists(folder) && !Files.isDirectory(folder)) {
            input.problem("--out " + folder + " is a file; name a folder");
        } else if (folder != null) {
            OutputFolder.problemAbove(folder).ifPresent(problem -> input.problem("--out " + folder + ": " + problem));
        }
        input.throwIfAny();
        return List.copyOf(chosen.values());
    }

    private void write(ReproductionOutcome outcome) {
        if (plot != null && !outcome.plotted()) {
            throw new UserErrors("--plot: " + outcome.name() + " is a table without an axis; --csv writes it");
        }
        if (csv != null) {
            AtomicFile.write(csv, OutcomeCsv.of(outcome));
        }
        if (plot != null) {
            AtomicFile.write(plot, OutcomePlot.of(outcome).svg());
        }
        if (folder == null) {
            return;
        }
        AtomicFile.write(folder.resolve(outcome.name() + ".csv"), OutcomeCsv.of(outcome));
        AtomicFile.write(folder.resolve(outcome.name() + ".json"), JsonText.indented(outcome) + "\n");
        if (outcome.plotted()) {
            AtomicFile.write(
                    folder.resolve(outcome.name() + ".svg"),
                    OutcomePlot.of(outcome).svg());
        }
    }
}
