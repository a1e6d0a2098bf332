package org.reweave.emulator.race;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.IntConsumer;
import org.reweave.emulator.batch.Batch;
import org.reweave.emulator.batch.Emulations;
import org.reweave.emulator.network.Network;
import org.reweave.emulator.scenario.ReconfigurationChoice;
import org.reweave.emulator.scenario.ResolvedScenario;
import org.reweave.emulator.scenario.Scenario;
import org.reweave.emulator.scenario.ScenarioException;
import org.reweave.emulator.scenario.ScenarioLoader;
import org.reweave.reconfig.Schemes;
import org.reweave.reconfig.spi.SchemeOption;
import org.reweave.routing.engine.spi.UnroutableException;

/**
 * Goes from a run that ends badly to the order of events that makes it: writes the finding, makes it small, asks the
 * explorer, compares it with the least different run that ends well, and runs the same under other schemes and options.
 */
public final class Doctor {
    /** The folder of the run as it was given. */
    public static final String FOUND = "found";

    /** The folder of what is left of it. */
    public static final String SHRUNK = "shrunk";

    private static final String README = "README.md";

    /**
     * The doctor's findings.
     *
     * @param verdict on the run as it was given
     * @param shrunk sizes before and after, in words
     * @param explored the explorer's answer, in words
     * @param cleanWhen the least difference that ends well; empty = none was found
     * @param order what happened in another order there, in sentences
     * @param others how the shrunk scenario ends under other schemes and options
     */
    public record Diagnosis(
            RunVerdict verdict,
            String shrunk,
            String explored,
            Optional<String> cleanWhen,
            List<String> order,
            List<Other> others) {}

    /**
     * Another scheme, or another option of the same one.
     *
     * @param name {@code ebrd}, {@code overlap=on}
     * @param end how the shrunk scenario ends with it, or why it cannot be run
     * @param isSpared whether it ends there without the failure, and breaks no promise of that scheme
     */
    public record Other(String name, String end, boolean isSpared) {}

    private final RacePlan plan;
    private final Race race;
    private final Path folder;
    private final int candidates;
    private final Consumer<String> stages;
    private final IntConsumer progress;

    /**
     * @param scenario whose run ends badly; the scenario repeats it
     * @param threads runs at a time
     * @param folder gets all that is found out
     * @param candidates at most for shrinking
     * @param stages receives what is done next
     * @param progress receives how much of that is done
     */
    public Doctor(
            Scenario scenario,
            int threads,
            Path folder,
            int candidates,
            Consumer<String> stages,
            IntConsumer progress) {
        this.plan = new RacePlan(scenario, EnumSet.noneOf(RaceVariation.class));
        this.race = new Race(plan, threads, folder, 0);
        this.folder = folder;
        this.candidates = candidates;
        this.stages = stages;
        this.progress = progress;
    }

    /** Stops all runs; any thread may call this. */
    public void cancel() {
        race.cancel();
    }

    /**
     * Examines the run.
     *
     * @return empty when it ends well
     */
    public Optional<Diagnosis> examine() throws IOException {
        Network network = plan.network(plan.base().seed());
        RunVerdict verdict = one(emulations -> Trial.of(network, emulations)).verdict();
        if (isWell(verdict)) {
            return Optional.empty();
        }
        stages.accept("writing the run as it is");
        FindingFolder found = new FindingFolder(folder.resolve(FOUND));
        found.write(network.resolved().scenario(), List.of("As it was given.", "How it ends: " + verdict.text()));
        found.runLike(verdict);

        stages.accept("shrinking, by " + candidates + " runs at most");
        Shrinker.Shrunk shrunk = new Shrinker(race, folder.resolve(".shrink"), candidates, progress)
                .shrink(plan, plan.base().seed(), verdict);
        FindingFolder small = new FindingFolder(folder.resolve(SHRUNK));
        Scenario scenario = shrunk.written(small.path());
        small.write(scenario, List.of("What is left of it, after shrinking.", "How it ends: " + verdict.text()));
        small.runLike(verdict);

        stages.accept("exploring");
        Orders.Answer explored = Orders.of(network(small), verdict, race.threads(), progress);
        stages.accept("looking for the least different run that ends well");
        Optional<NearbyRuns.Altered> near = nearest(shrunk.candidate());
        List<String> order = near.isPresent()
                ? SwappedOrder.sentences(
                        timeline(shrunk.candidate()), timeline(near.get().candidate()))
                : List.of();
        stages.accept("running other schemes and options");
        Diagnosis diagnosis = new Diagnosis(
                verdict,
                shrunk.text(),
                explored.text(),
                near.map(NearbyRuns.Altered::words),
                order,
                others(scenario, verdict));
        if (!explored.order().isEmpty()) {
            Files.writeString(folder.resolve("explored.txt"), explored.order() + "\n");
        }
        Files.writeString(folder.resolve(README), readme(diagnosis, scenario));
        return Optional.of(diagnosis);
    }

    private static boolean isWell(RunVerdict verdict) {
        return verdict.kind().compareTo(RaceClass.DISCARDED) < 0;
    }

    private static Network network(FindingFolder small) {
        return new Network(ResolvedScenario.of(ScenarioLoader.load(small.scenario(), List.of())));
    }

    private <T> T one(Batch.Job<T> job) {
        return race.batch().all(List.of(job)).get(0);
    }

    private Timeline timeline(Candidate candidate) {
        return one(emulations -> Timeline.of(candidate.network(folder.resolve(".timeline")), emulations));
    }

    private Optional<NearbyRuns.Altered> nearest(Candidate small) throws IOException {
        Path scratch = folder.resolve(".nearby");
        List<NearbyRuns.Altered> found = new ArrayList<>();
        int[] tried = new int[1];
        try {
            race.batch()
                    .inOrder(
                            NearbyRuns.of(small).stream()
                                    .<Batch.Job<Optional<NearbyRuns.Altered>>>map(
                                            one -> emulations -> endsWell(one, scratch, emulations))
                                    .iterator(),
                            one -> {
                                progress.accept(++tried[0]);
                                one.ifPresent(found::add);
                                return one.isEmpty();
                            });
        } finally {
            FindingFolder.delete(scratch);
            FindingFolder.delete(folder.resolve(".timeline"));
        }
        return found.stream().findFirst();
    }

    private static Optional<NearbyRuns.Altered> endsWell(NearbyRuns.Altered one, Path scratch, Emulations emulations) {
        Path own = scratch.resolve("" + Thread.currentThread().getId());
        try {
            boolean well =
                    isWell(Trial.of(one.candidate().network(own), emulations).verdict());
            return well ? Optional.of(one) : Optional.empty();
        } catch (ScenarioException | UnroutableException e) {
            return Optional.empty(); // there is no such run
        }
    }

    // ---- other schemes and options ----

    private List<Other> others(Scenario scenario, RunVerdict verdict) {
        List<Batch.Job<Other>> jobs = new ArrayList<>();
        ReconfigurationChoice choice = scenario.reconfiguration();
        String own = choice.scheme();
        for (String scheme : Schemes.names()) {
            if (!scheme.equals(own)) {
                jobs.add(other(scheme, scenario, choice.under(scheme), verdict));
            }
        }
        if (!own.equals(ReconfigurationChoice.NONE)) {
            for (SchemeOption<?> option : Schemes.get(own).description().options()) {
                otherValues(option, choice)
                        .forEach(value -> jobs.add(other(
                                own + " with " + option.key() + " = " + value,
                                scenario,
                                choice.with(choice.options().withText(option, value)),
                                verdict)));
            }
        }
        return race.batch().all(jobs);
    }

    private static <T> List<String> otherValues(SchemeOption<T> option, ReconfigurationChoice choice) {
        T now = choice.options().get(option);
        return option.extremes().stream()
                .filter(value -> !value.equals(now))
                .map(option::text)
                .toList();
    }

    private static Batch.Job<Other> other(
            String name, Scenario scenario, ReconfigurationChoice choice, RunVerdict verdict) {
        return emulations -> {
            try {
                Scenario changed = ScenarioLoader.parse(
                        name, scenario.reconfiguring(choice).resolved(), List.of());
                RunVerdict end = Trial.of(new Network(ResolvedScenario.of(changed)), emulations)
                        .verdict();
                boolean same = end.sameWay(verdict);
                boolean spared = !same && end.kind().compareTo(RaceClass.PROMISE_BROKEN) < 0;
                return new Other(name, same ? "the same" : end.text(), spared);
            } catch (ScenarioException | UnroutableException | IllegalArgumentException e) {
                return new Other(name, "cannot be run here: " + firstLine(e), false);
            }
        };
    }

    private static String firstLine(RuntimeException e) {
        return String.valueOf(e.getMessage()).lines().findFirst().orElse("");
    }

    // ---- the page ----

    private static String readme(Diagnosis diagnosis, Scenario scenario) {
        StringBuilder text = new StringBuilder();
        text.append(String.format(
                Locale.ROOT,
                "# %s under %s%n%n%s%n%n",
                scenario.name(),
                scenario.reconfiguration().scheme(),
                scenario.description()));
        text.append("How it ends: **").append(diagnosis.verdict().text()).append("**.\n");
        if (!diagnosis.verdict().brokenPromises().isEmpty()) {
            text.append("Promises that it breaks: ")
                    .append(diagnosis.verdict().brokenPromises())
                    .append(".\n");
        }
        text.append("\n## The order that makes it\n\n");
        if (diagnosis.cleanWhen().isPresent()) {
            text.append("It ends well when ")
                    .append(diagnosis.cleanWhen().get())
                    .append(", and nothing else is different. Compared with that run:\n\n");
            diagnosis.order().forEach(line -> text.append("- ").append(line).append("\n"));
        } else {
            text.append("No run with one thing less, earlier or later ends well: no order of events decides here.\n");
        }
        text.append("\nWhat is left after shrinking: ")
                .append(diagnosis.shrunk())
                .append(".\nThe explorer: ")
                .append(diagnosis.explored())
                .append(
                        ".\n\n## Who does not have it\n\nThe shrunk scenario under other schemes and options; bold: no promise of that scheme is broken there.\n\n")
                .append("| scheme | ends |\n|---|---|\n");
        diagnosis.others().forEach(other -> text.append("| ")
                .append(other.name())
                .append(" | ")
                .append(other.isSpared() ? "**" + other.end() + "**" : other.end())
                .append(" |\n"));
        text.append("\n## To see it again, here\n\n```sh\nreweave run ")
                .append(SHRUNK)
                .append("/scenario.conf\nreweave replay ")
                .append(SHRUNK)
                .append("/run\nreweave doctor ")
                .append(SHRUNK)
                .append("/scenario.conf\n```\n\n`")
                .append(SHRUNK)
                .append("/run/report.html` shows the run with its figure; `")
                .append(FOUND)
                .append("` has the run as it was given.\n");
        return text.toString();
    }
}
