package org.reweave.emulator.cli.race;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.reweave.emulator.batch.BatchState;
import org.reweave.emulator.cli.common.Amounts;
import org.reweave.emulator.cli.common.InputCheck;
import org.reweave.emulator.cli.common.ProgressLine;
import org.reweave.emulator.cli.common.ReweaveCommand;
import org.reweave.emulator.cli.common.Study;
import org.reweave.emulator.cli.common.StudyOptions;
import org.reweave.emulator.cli.common.UserErrors;
import org.reweave.emulator.lax.schedule.Schedule;
import org.reweave.emulator.race.Race;
import org.reweave.emulator.race.RaceClass;
import org.reweave.emulator.race.RaceComparison;
import org.reweave.emulator.race.RacePlan;
import org.reweave.emulator.race.RaceRun;
import org.reweave.emulator.race.RaceVariation;
import org.reweave.routing.model.NearestName;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code reweave race}: many runs of a scenario that differ in what disturbs them, and how each ends. */
@Command(
        name = "race",
        description = {
            "Runs a scenario many times with other seeds, disturbances and times of faults, and says how the runs end, with 95%% intervals,"
                    + " and in which distinct ways they fail. A failure gets a folder with its scenario, its report and its journal.",
            "A race that was broken off goes on where it was. Exit code 1 when --expect is not met."
        })
public final class RaceCommand extends ReweaveCommand {
    private static final String NOTHING = "none";
    private static final Path RACES = Path.of("races");

    @Mixin
    private StudyOptions options = new StudyOptions();

    @Option(names = "--runs", paramLabel = "N", defaultValue = "100", description = "Runs; default ${DEFAULT-VALUE}.")
    private int runs;

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
                    "What differs from run to run beside the seed: disturbances, fault-times, second-faults, recoveries, flaps, restarts,"
                            + " smp-buffers, partial-tables, moments, nic-outages, silences, takeovers, or none; default: all. Seeds that"
                            + " reach something new are varied, too, unless it is none.")
    private List<String> vary; // null = the option is not given

    @Option(
            names = "--lax",
            description =
                    "Lax runs as they come (run.asynchrony=lax): the scheduling of threads decides, too. Each keeps a journal while it goes"
                            + " on, so that the first of each failure can be replayed.")
    private boolean lax;

    @Option(
            names = "--schedule",
            paramLabel = "NAME",
            description =
                    "Lax runs in which a scheduler decides that the seed repeats (run.lax.schedule): uniform, withheld, pct, pos or aimed. Their"
                            + " findings can be shrunk.")
    private String schedule;

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
                    "clean: exit code 1 unless every run is clean; promises: unless every run keeps what the scheme promises;"
                            + " CLASS<SHARE, as discarded<5%%: unless the 95%% interval of that class's share lies below.")
    private String expect;

    @Option(
            names = "--against",
            paramLabel = "BUILD|RACE",
            description =
                    "Compare, seed by seed: with the runs in the folder of another race, or with those of another build, whose launcher"
                            + " (a program) runs the same race.")
    private Path against;

    @Option(
            names = "--out",
            paramLabel = "DIR",
            description = "Folder of finished runs and findings; default: races/SCENARIO.")
    private Path out;

    @Override
    public Integer call() {
        InputCheck input = new InputCheck();
        int threads = options.threads(input);
        input.require(runs >= 1, "--runs " + runs + " < 1; raise it");
        input.require(candidates >= 1, "--shrink-runs " + candidates + " < 1; raise it");
        input.require(findings >= 0, "--findings " + findings + " < 0; raise it");
        input.require(
                schedule == null || !lax,
                "--schedule " + schedule + ": --lax leaves it to threads; leave one of them out");
        input.require(
                !Schedule.LISTED.label().equals(schedule),
                "--schedule " + schedule + ": nothing is drawn, so all runs would be late alike; choose another");
        Optional<Expectation> expected = Optional.ofNullable(expect).flatMap(Expectation::parse);
        input.require(
                expect == null || expected.isPresent(),
                "--expect " + expect + ": is neither clean nor promises, nor a class and a share as discarded<5%");
        Set<RaceVariation> variations = variations(input);
        Optional<RacePlan> read = options.base(overrides(), input)
                .flatMap(base -> input.attempt("", () -> new RacePlan(base, variations)));
        input.require(
                !(shrink || explore) || !read.map(RacePlan::isUpToThreads).orElse(lax),
                (shrink ? "--shrink" : "--explore")
                        + ": with less in it a lax run would not happen again; leave that out, or race conservative runs or with --schedule");
        AgainstRace other = against == null ? null : new AgainstRace(against);
        if (other != null) {
            other.problem().ifPresent(problem -> input.problem("--against " + against + ": " + problem));
        }
        read.map(plan -> plan.base().seed())
                .filter(first -> runs > 1 && first > Long.MAX_VALUE - (runs - 1))
                .ifPresent(first -> input.problem("--runs " + runs + " from seed " + first + ": seeds end at "
                        + Long.MAX_VALUE + "; lower one of the two"));
        input.throwIfAny();
        RacePlan plan = read.orElseThrow();

        Study<RaceRun> study = new Study<>(this, options, plan.base(), out, RACES, Race.files());
        Race race = new Race(plan, threads, study.folder(), findings);
        Map<String, String> settings = Map.of("--vary", new TreeSet<>(plan.variations()).toString());
        return study.run(Set.of(), settings, race::cancel, (state, progress) -> {
            introduce(plan, threads, state, study, progress);
            List<RaceRun> all = run(race, state, progress);
            List<RaceReport.Line> lines = new Findings(study.folder(), plan, race, progress)
                    .of(all, findings, shrink || explore ? candidates : 0, explore);
            RaceComparison compared = other == null ? null : compared(all, other, plan, threads, study.folder());
            return new RaceReport(plan, all, lines, against, compared, expected);
        });
    }

    private RaceComparison compared(List<RaceRun> all, AgainstRace other, RacePlan plan, int threads, Path folder)
            throws IOException, BatchState.RefusedException {
        List<String> arguments = new ArrayList<>(List.of(
                options.scenario().toString(),
                "--runs=" + runs,
                "--seed=" + plan.base().seed(),
                "--threads=" + threads));
        arguments.add("--vary="
                + (plan.variations().isEmpty()
                        ? "none"
                        : plan.variations().stream()
                                .map(RaceVariation::label)
                                .sorted()
                                .collect(Collectors.joining(","))));
        options.sets().forEach(set -> arguments.addAll(List.of("--set", set)));
        if (lax) {
            arguments.add("--lax");
        }
        if (schedule != null) {
            arguments.add("--schedule=" + schedule);
        }
        try {
            return RaceComparison.of(all, other.runs(arguments, folder.resolve("against")));
        } catch (IllegalArgumentException e) {
            throw new UserErrors("--against " + against + ": " + e.getMessage());
        }
    }

    private Set<RaceVariation> variations(InputCheck input) {
        Set<RaceVariation> chosen = EnumSet.noneOf(RaceVariation.class);
        if (vary == null) {
            return EnumSet.allOf(RaceVariation.class);
        }
        input.require(!vary.isEmpty(), "--vary names nothing; name something, or 'none', or leave the option out");
        input.require(
                !vary.contains(NOTHING) || Set.of(NOTHING).containsAll(vary),
                "--vary: 'none' stands beside something that is varied; take one out");
        Set<String> words = new HashSet<>();
        for (String word : vary) {
            if (!words.add(word)) {
                input.problem("--vary: " + word + " is named twice; take one out");
            } else if (RaceVariation.labels().contains(word)) {
                chosen.add(RaceVariation.valueOf(word.toUpperCase(Locale.ROOT).replace('-', '_')));
            } else if (!word.equals(NOTHING)) {
                List<String> known = new ArrayList<>(RaceVariation.labels());
                known.add(NOTHING);
                input.problem("--vary " + word + ": nothing of that name is varied; did you mean "
                        + NearestName.of(word, known) + "?");
            }
        }
        return chosen;
    }

    private List<String> overrides() {
        List<String> all = new ArrayList<>(options.sets());
        if (lax || schedule != null) {
            all.add("run.asynchrony=lax");
        }
        if (schedule != null) {
            all.add("run.lax.schedule=" + schedule);
        }
        if (seed != null) {
            all.add("seed=" + seed);
        }
        return all;
    }

    private void introduce(
            RacePlan plan, int threads, BatchState<RaceRun> state, Study<RaceRun> study, ProgressLine progress) {
        String varied = plan.variations().isEmpty()
                ? "the seed alone"
                : plan.variations().stream().map(RaceVariation::label).sorted().collect(Collectors.joining(", "));
        study.introduce(
                progress,
                Amounts.count(runs, "run") + " from seed " + plan.base().seed(),
                threads,
                state.entries().size());
        study.say(progress, "  varied: " + varied + "; disturbed: " + plan.disturbances());
        if (plan.isUpToThreads()) {
            study.say(
                    progress,
                    "  lax: the scheduling of threads decides, too; a run is repeated from its journal alone");
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
}
