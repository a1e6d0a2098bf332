package org.reweave.emulator.cli.compare;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.LongStream;
import org.reweave.emulator.cli.common.Amounts;
import org.reweave.emulator.cli.common.InputCheck;
import org.reweave.emulator.cli.common.MeasuresOption;
import org.reweave.emulator.cli.common.PreparedRuns;
import org.reweave.emulator.cli.common.ReweaveCommand;
import org.reweave.emulator.cli.common.Study;
import org.reweave.emulator.cli.common.StudyOptions;
import org.reweave.emulator.cli.common.VaryOption;
import org.reweave.emulator.compare.ComparedRun;
import org.reweave.emulator.compare.Comparison;
import org.reweave.emulator.compare.Contender;
import org.reweave.emulator.compare.Plan;
import org.reweave.emulator.measure.Measure;
import org.reweave.emulator.scenario.Scenario;
import org.reweave.emulator.sweep.Series;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code reweave compare}: reconfiguration schemes side by side. */
@Command(
        name = "compare",
        description = {
            "Runs a scenario under several reconfiguration schemes with the same seeds, so with the same faults, messages and times, and gives"
                    + " what each costs: means over the seeds with 95%% confidence intervals (Student's t), and intervals of the differences"
                    + " from the first scheme, seed by seed.",
            "All changes of a run count as one: from the first fault to the last change's end.",
            "The folder gets compare.html, compare.md, compare.svg, compare.csv (the figure's numbers), schemes.csv, runs.csv and compare.json. Finished runs are kept: the same"
                    + " command goes on where it was broken off, and one with more schemes or seeds runs what is missing.",
            "Exit code 1 when a run did not come to its own end; 130 when Ctrl-C stopped it."
        })
public final class CompareCommand extends ReweaveCommand {
    private static final Path COMPARISONS = Path.of("comparisons");
    private static final Set<String> OWN_KEYS = Set.of("reconfiguration.scheme", "seed");

    @Mixin
    private StudyOptions options = new StudyOptions();

    @Option(
            names = "--schemes",
            paramLabel = "A,B,C",
            hideParamSyntax = true,
            split = ",",
            required = true,
            description =
                    "Schemes, the first being the one that the others are compared with; with keys under reconfiguration behind plus signs,"
                            + " as in ebrd,ebrd+nic-notice=switch,sr-pda.")
    private List<String> schemes = new ArrayList<>();

    @Mixin
    private VaryOption vary = new VaryOption();

    @Option(
            names = "--seeds",
            paramLabel = "N",
            defaultValue = "5",
            description =
                    "Runs of each scheme, with seeds from the scenario's on; default ${DEFAULT-VALUE}. Intervals need two.")
    private int seeds;

    @Mixin
    private MeasuresOption measures = new MeasuresOption();

    @Option(
            names = "--out",
            paramLabel = "DIR",
            description = "Folder of results and finished runs; default: comparisons/SCENARIO.")
    private Path out;

    @Override
    public Integer call() {
        InputCheck input = new InputCheck();
        int threads = options.threads(input);
        input.require(seeds >= 1, "--seeds " + seeds + " < 1; raise it");
        List<Series> groups =
                vary.series(OWN_KEYS, "the comparison varies that itself; use --schemes or --seeds", input);
        List<Contender> contenders = contenders(input);
        Optional<Scenario> read = options.base(options.sets(), input);
        input.throwIfAny();
        Scenario base = read.orElseThrow();
        Plan plan = new Plan(
                groups,
                contenders,
                LongStream.range(base.seed(), base.seed() + seeds).boxed().toList());
        List<Measure> chosen = measures.chosen(input);
        PreparedRuns prepared = prepared(plan, input);
        input.throwIfAny();

        Comparison comparison = new Comparison(run -> prepared.network(run.series(), "seed=" + run.seed()), threads);
        Study<Comparison.Finished> study = new Study<>(this, options, base, out, COMPARISONS, Comparison.files());
        return study.run(OWN_KEYS, Map.of(), comparison::cancel, (state, progress) -> {
            List<Comparison.Finished> known = state.entries();
            List<ComparedRun> runs = plan.runs();
            long found = runs.stream()
                    .filter(run -> known.stream().anyMatch(one -> one.run().equals(run)))
                    .count();
            study.introduce(progress, Amounts.count(runs.size(), "run"), threads, found);
            progress.start("runs", found == runs.size() ? -1 : runs.size() - found);
            return new CompareReport(base, options.sets(), plan, chosen, comparison.run(plan, known, finished -> {
                state.add(finished);
                progress.done(1);
            }));
        });
    }

    private List<Contender> contenders(InputCheck input) {
        List<Contender> contenders = new ArrayList<>();
        for (String text : schemes) {
            input.attempt("--schemes", () -> Contender.parse(text)).ifPresent(contender -> {
                input.require(!contenders.contains(contender), "--schemes: " + text + " is named twice; take one out");
                contenders.add(contender);
            });
        }
        return contenders;
    }

    private PreparedRuns prepared(Plan plan, InputCheck input) {
        PreparedRuns prepared = new PreparedRuns(options.scenario(), options.sets());
        for (Series group : plan.groups()) {
            for (Contender contender : plan.contenders()) {
                Map<String, String> words = PreparedRuns.words("--vary", group);
                contender.overrides().forEach(set -> words.put(set, "--schemes " + contender.label()));
                prepared.prepare(Plan.series(group, contender), List.of(), words, input);
            }
        }
        return prepared;
    }
}
