package org.reweave.emulator.cli.race;

import com.sun.management.OperatingSystemMXBean;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.CancellationException;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.reweave.emulator.batch.BatchState;
import org.reweave.emulator.cli.common.Amounts;
import org.reweave.emulator.cli.common.ExitCode;
import org.reweave.emulator.cli.common.InputCheck;
import org.reweave.emulator.cli.common.Interrupts;
import org.reweave.emulator.cli.common.ProgressLine;
import org.reweave.emulator.cli.common.QuietOption;
import org.reweave.emulator.cli.common.ReweaveCommand;
import org.reweave.emulator.cli.common.RunsAtATime;
import org.reweave.emulator.cli.common.UserErrors;
import org.reweave.emulator.cli.explore.ExploreCommand;
import org.reweave.emulator.disk.FileFailure;
import org.reweave.emulator.race.Race;
import org.reweave.emulator.race.RacePlan;
import org.reweave.emulator.race.RaceRun;
import org.reweave.emulator.scenario.ScenarioException;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code reweave hunt}: whether a build keeps what schemes promise, within a budget of processor time. */
@Command(
        name = "hunt",
        description = {
            "Asks a build that you do not trust whether schemes keep their promises: the explorer about small models, then races of all"
                    + " shipped scenarios, and of scenarios that are drawn, in turn, until the budget is used up or a promise is"
                    + " broken.",
            "A broken promise gets a folder with the run or the steps, and the command that repeats it; exit code 1."
        })
public final class HuntCommand extends ReweaveCommand {
    private static final Path FOLDERS = Path.of("hunt");
    private static final String PLAN = "cluster-config/hunt.conf";

    /** The promise that the first line of an exploration names. */
    private static final Pattern PROMISE = Pattern.compile("\\(([A-Z_]+): ");

    /** Runs of a race's first turn. */
    private static final int FIRST_TURN = 5;

    /** Processor time of a race before the next race has its turn; the first turn tells how many runs that is. */
    private static final double TURN_SECONDS = 3;

    /** Scenarios of a swarm that are drawn in a row before one has to be possible. */
    private static final int MOST_REFUSED = 200;

    @Parameters(paramLabel = "SCHEME", arity = "0..*", description = "Schemes to hunt; default: all of the plan.")
    private List<String> schemes = new ArrayList<>();

    @Option(
            names = "--budget",
            paramLabel = "SECONDS",
            defaultValue = "540",
            description =
                    "Processor time; one question is asked in any case, and what is under way when the time is used up is"
                            + " finished. Default ${DEFAULT-VALUE}.")
    private double budget;

    @Option(
            names = "--plan",
            paramLabel = "FILE",
            description = "Models and scenarios by scheme; default: " + PLAN + " beside the launcher.")
    private Path plan;

    @Option(names = "--out", paramLabel = "DIR", description = "Folder for a broken promise; default: hunt.")
    private Path out;

    @Option(
            names = "--seed",
            paramLabel = "N",
            defaultValue = "1",
            description =
                    "Seed of each race's first run, and of the scenarios that are drawn. Default ${DEFAULT-VALUE}.")
    private long seed;

    @Mixin
    private RunsAtATime atATime = new RunsAtATime();

    @Mixin
    private QuietOption quiet = new QuietOption();

    private double began; // processor seconds
    private boolean hasAsked; // a question, of whatever kind
    private Race current; // the race under way
    private boolean stopped;

    /**
     * A question that was asked.
     *
     * @param end the explorer's last word, or how many runs a race has
     */
    record Asked(String command, String end) {}

    /**
     * A broken promise.
     *
     * @param command that repeats it
     * @param folder with the run or the steps
     */
    record Alarm(List<String> promises, String how, String command, String folder) {}

    /**
     * Document that {@code --json} prints.
     *
     * @param alarm null = no promise was broken
     * @param seconds processor time
     */
    record Document(Alarm alarm, List<Asked> asked, long runs, double seconds) {}

    /** A race that goes on when the others have had their turns. */
    private static final class Turns {
        private final HuntPlan.Race question;
        private final List<RaceRun> runs = new ArrayList<>();
        private final RacePlan plan;
        private double seconds; // of all its runs

        Turns(HuntPlan.Race question, RacePlan plan) {
            this.question = question;
            this.plan = plan;
        }

        int next() {
            return runs.isEmpty() ? FIRST_TURN : Math.max(1, (int) (TURN_SECONDS * runs.size() / seconds));
        }
    }

    /** Scenarios of a swarm, some for each turn. */
    private static final class Drawing {
        private final HuntPlan.Swarm swarm;
        private int drawn;
        private int scenarios;
        private long runs;

        Drawing(HuntPlan.Swarm swarm) {
            this.swarm = swarm;
        }

        /** The next scenario that is possible. */
        Turns next(long seed) {
            for (int refused = 0; ; refused++) {
                HuntPlan.Race race = swarm.drawn(seed, drawn++);
                try {
                    RacePlan plan = race.plan(seed + (long) FIRST_TURN * scenarios);
                    scenarios++;
                    return new Turns(race, plan);
                } catch (ScenarioException e) {
                    if (refused == MOST_REFUSED) {
                        throw new UserErrors("the swarm of " + swarm.scheme() + ": none of " + MOST_REFUSED
                                + " drawn scenarios is possible; the last one: " + e.getMessage());
                    }
                }
            }
        }

        Asked asked() {
            return new Asked(
                    "swarm of " + String.join(" ", swarm.sets()),
                    Amounts.count(runs, "run") + " of " + Amounts.count(scenarios, "scenario"));
        }
    }

    @Override
    public Integer call() {
        began = processorSeconds();
        InputCheck input = new InputCheck();
        int threads = atATime.threads(input);
        input.require(budget > 0, "--budget " + budget + " <= 0; raise it");
        Path folder = out == null ? FOLDERS : out;
        input.require(!Files.exists(folder), folder + ": exists; remove it, or name another folder with --out");
        Path file =
                plan == null ? Path.of(System.getProperty("reweave.home", ".")).resolve(PLAN) : plan;
        Optional<HuntPlan> read = HuntPlan.read(file, schemes, input);
        input.throwIfAny();
        ProgressLine progress = ProgressLine.open(err(), quiet.isQuiet());
        Interrupts interrupts = Interrupts.endSoon(progress, this::stop, () -> "nothing is kept of a hunt");
        try (progress) {
            return hunt(read.orElseThrow(), folder, threads, progress);
        } catch (CancellationException e) {
            return ExitCode.INTERRUPTED;
        } catch (BatchState.RefusedException e) {
            throw new UserErrors(e.getMessage());
        } catch (IOException | UncheckedIOException e) {
            IOException cause = e instanceof UncheckedIOException unchecked ? unchecked.getCause() : (IOException) e;
            err().println("reweave: " + folder + " could not be written: " + FileFailure.reason(cause));
            return ExitCode.INTERNAL_FAULT;
        } finally {
            interrupts.close();
        }
    }

    private synchronized void stop() {
        stopped = true;
        if (current != null) {
            current.cancel();
        }
    }

    private synchronized Race begin(Race race) {
        if (stopped) {
            throw new CancellationException();
        }
        hasAsked = true;
        current = race;
        return race;
    }

    private int hunt(HuntPlan questions, Path folder, int threads, ProgressLine progress)
            throws IOException, BatchState.RefusedException {
        List<Asked> asked = new ArrayList<>();
        Alarm alarm = null;
        for (HuntPlan.Model model : questions.models()) {
            if (alarm == null && goesOn()) {
                progress.step(model.command());
                alarm = explore(model, folder, asked);
            }
        }
        List<Turns> races = new ArrayList<>();
        List<Drawing> swarms = questions.swarms().stream().map(Drawing::new).toList();
        for (int turn = 0; alarm == null && goesOn() && turn < questions.races().size(); turn++) {
            HuntPlan.Race next = questions.races().get(turn);
            races.add(new Turns(next, next.plan(seed)));
            alarm = race(races.get(turn), folder, threads, progress);
        }
        for (int turn = 0; alarm == null && goesOn() && !(races.isEmpty() && swarms.isEmpty()); turn++) {
            if (!swarms.isEmpty()) {
                alarm = draw(swarms.get(turn % swarms.size()), folder, threads, progress);
            }
            if (alarm == null && goesOn() && !races.isEmpty()) {
                alarm = race(races.get(turn % races.size()), folder, threads, progress);
            }
        }
        races.forEach(
                race -> asked.add(new Asked(race.question.command(seed), Amounts.count(race.runs.size(), "run"))));
        swarms.forEach(swarm -> asked.add(swarm.asked()));
        long runs = races.stream().mapToLong(race -> race.runs.size()).sum()
                + swarms.stream().mapToLong(swarm -> swarm.runs).sum();
        progress.close();
        report(new Document(alarm, asked, runs, seconds()));
        return alarm == null ? ExitCode.DONE : ExitCode.CHECKS_FAILED;
    }

    /** Whether another question is asked: the first one always is, however small the budget. */
    private boolean goesOn() {
        return !hasAsked || seconds() < budget;
    }

    private double seconds() {
        return processorSeconds() - began;
    }

    /** Of all threads of this process, from its start. */
    private static double processorSeconds() {
        return ((OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean()).getProcessCpuTime() / 1e9;
    }

    private Alarm explore(HuntPlan.Model model, Path folder, List<Asked> asked) throws IOException {
        begin(null);
        StringWriter said = new StringWriter();
        PrintWriter printer = new PrintWriter(said, true);
        List<Exception> thrown = new ArrayList<>();
        List<String> words = new ArrayList<>(model.words());
        words.add("--quiet");
        int code = new CommandLine(new ExploreCommand())
                .setOut(printer)
                .setErr(printer)
                .setExecutionExceptionHandler((e, line, parsed) -> {
                    thrown.add(e);
                    return ExitCode.INTERNAL_FAULT;
                })
                .execute(words.toArray(String[]::new));
        List<String> lines = said.toString().lines().toList();
        if (code == ExitCode.CHECKS_FAILED) {
            Files.createDirectories(folder);
            Files.writeString(folder.resolve("README.md"), "`" + model.command() + "`\n\n```\n" + said + "```\n");
            Matcher promise = PROMISE.matcher(lines.get(0));
            return new Alarm(
                    promise.find() ? List.of(promise.group(1)) : List.of(),
                    lines.get(0),
                    model.command(),
                    folder.toString());
        }
        if (!thrown.isEmpty() && !(thrown.get(0) instanceof UserErrors)) {
            throw new IllegalStateException(model.command() + " failed: " + thrown.get(0), thrown.get(0));
        }
        String verdict =
                thrown.isEmpty() ? lines.get(0) : "no verdict: " + thrown.get(0).getMessage();
        asked.add(new Asked(model.command(), verdict));
        return null;
    }

    /** Draws scenarios for as long as a turn takes. */
    private Alarm draw(Drawing swarm, Path folder, int threads, ProgressLine progress)
            throws IOException, BatchState.RefusedException {
        double end = Math.min(budget, seconds() + TURN_SECONDS);
        Alarm alarm = null;
        while (alarm == null && seconds() < end) {
            Turns race = swarm.next(seed);
            alarm = race(race, folder, threads, progress);
            swarm.runs += race.runs.size();
        }
        return alarm;
    }

    /** Makes the next runs of a race. */
    private Alarm race(Turns race, Path folder, int threads, ProgressLine progress)
            throws IOException, BatchState.RefusedException {
        progress.step(race.question.command(race.plan.base().seed() + race.runs.size()));
        Race runs = begin(new Race(race.plan, threads, folder, 1));
        double before = seconds();
        List<RaceRun> all = runs.run(race.runs.size() + race.next(), List.copyOf(race.runs), run -> {});
        race.seconds += seconds() - before;
        List<RaceRun> fresh = all.subList(race.runs.size(), all.size());
        race.runs.addAll(fresh);
        Optional<RaceRun> bad = fresh.stream()
                .filter(run -> !run.verdict().brokenPromises().isEmpty())
                .findFirst();
        if (bad.isEmpty()) {
            return null;
        }
        RaceReport.Line line = new Findings(folder, race.plan, runs, progress)
                .of(List.of(bad.get()), 1, 0, false)
                .get(0);
        return new Alarm(
                line.brokenPromises().stream().map(Enum::name).toList(),
                bad.get().verdict().text(),
                race.question.command(line.seed()),
                line.folder());
    }

    private void report(Document document) {
        if (json()) {
            printJson(document);
            return;
        }
        document.asked().forEach(one -> out().println(one.command() + ": " + one.end()));
        out().println();
        out().println(String.format(
                Locale.ROOT,
                "%.0f s of processor time, %s of races",
                document.seconds(),
                Amounts.count(document.runs(), "run")));
        if (document.alarm() == null) {
            out().println("no promise was broken");
            return;
        }
        out().println("broken: " + String.join(", ", document.alarm().promises()) + "; "
                + document.alarm().how());
        out().println("again: " + document.alarm().command());
        out().println(document.alarm().folder());
    }
}
