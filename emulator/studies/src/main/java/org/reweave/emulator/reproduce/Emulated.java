package org.reweave.emulator.reproduce;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.reweave.emulator.batch.Batch;
import org.reweave.emulator.batch.Emulations;
import org.reweave.emulator.compare.MeasuredRun;
import org.reweave.emulator.network.Network;
import org.reweave.emulator.reproduce.Experiment.Case;
import org.reweave.emulator.reproduce.Experiment.Method;
import org.reweave.emulator.scenario.ResolvedScenario;
import org.reweave.emulator.scenario.Scenario;
import org.reweave.emulator.scenario.ScenarioException;
import org.reweave.emulator.scenario.ScenarioLoader;
import org.reweave.emulator.sweep.Estimate;

/**
 * Runs an {@link Experiment}. Every run is one emulation with the sequential driver in one thread, so results do not
 * depend on the number of threads.
 */
public record Emulated(Experiment experiment) implements Computation {
    private static final String STATEMENTS = "what the paper says";
    private static final double CONFIDENCE = 0.95;
    private static final int DRAWS = 400; // of a set of faults that is tolerated
    private static final long NEXT_DRAW = 1_000_003; // from seed to seed of a run's draws

    /** The description of an experiment. */
    public static Reproduction described(Experiment experiment) {
        return new Reproduction(
                experiment.name(),
                experiment.title(),
                experiment.source(),
                experiment.claims().isEmpty() ? Tag.HEURISTIC : Tag.STAT,
                "emulation: " + experiment.needs(),
                new Emulated(experiment));
    }

    @Override
    public Computed run(Settings settings, Progress progress) {
        Results results = new Results(runs(settings, progress));
        List<PaperRow> rows = new ArrayList<>();
        experiment.claims().forEach(claim -> rows.add(row(claim, results)));
        for (RunValue quantity : experiment.shown()) {
            for (Method method : experiment.methods()) {
                for (Case one : experiment.cases(settings.effort())) {
                    List<Double> values = results.values(new Results.Cell(method.label(), one.label()), quantity);
                    rows.add(row(
                                    PaperRow.in(quantity.title(), method.label(), one.label()),
                                    Estimate.of(values.stream()
                                            .filter(Objects::nonNull)
                                            .toList()))
                            .place(one.x()));
                }
            }
        }
        return new Computed(experiment.axis(), rows, experiment.remarks());
    }

    @Override
    public Integer runsOfAPoint(Settings settings) {
        return settings.runs() == null ? experiment.runs().at(settings.effort()) : settings.runs();
    }

    private static PaperRow row(Claim claim, Results results) {
        return row(
                        PaperRow.in(STATEMENTS, claim.sentence(), claim.label()),
                        claim.ours().apply(results))
                .printed(claim.printed())
                .paperMargin(claim.margin())
                .tag(Tag.STAT)
                .note(claim.note());
    }

    private static PaperRow row(PaperRow row, Estimate estimate) {
        if (estimate.mean() == null) {
            return row;
        }
        double mean = estimate.mean();
        return estimate.halfWidth() == null
                ? row.ours(mean).sampled(estimate.samples())
                : row.ours(
                        mean, estimate.samples(), mean - estimate.halfWidth(), mean + estimate.halfWidth(), CONFIDENCE);
    }

    // ---- the runs ----

    /** A run that is wanted. */
    private record Wanted(String key, List<String> overrides, long seed) {}

    private Map<Results.Cell, List<TrialResult>> runs(Settings settings, Progress progress) {
        Map<Results.Cell, List<Wanted>> trials = trials(settings);
        Map<String, Wanted> missing = new LinkedHashMap<>();
        for (int i = 0;
                i < runsOfAPoint(settings);
                i++) { // of all points, so that what is broken off has equal samples
            for (List<Wanted> all : trials.values()) {
                Wanted trial = all.get(i);
                if (settings.memory().find(trial.key()).isEmpty()) {
                    missing.put(trial.key(), trial);
                }
            }
        }
        if (!missing.isEmpty()) {
            progress.start(experiment.name(), missing.size());
            List<Batch.Job<Map.Entry<String, TrialResult>>> jobs = missing.values().stream()
                    .<Batch.Job<Map.Entry<String, TrialResult>>>map(
                            trial -> emulations -> Map.entry(trial.key(), execute(trial, emulations)))
                    .toList();
            new Batch(settings.threads()).<Map.Entry<String, TrialResult>>inOrder(jobs.iterator(), done -> {
                settings.memory().keep(done.getKey(), done.getValue());
                progress.done(1);
                return true;
            });
        }
        Map<Results.Cell, List<TrialResult>> runs = new HashMap<>();
        trials.forEach((cell, all) -> runs.put(
                cell,
                all.stream()
                        .map(trial -> settings.memory().find(trial.key()).orElseThrow())
                        .toList()));
        return runs;
    }

    private Map<Results.Cell, List<Wanted>> trials(Settings settings) {
        Map<Results.Cell, List<Wanted>> trials = new LinkedHashMap<>();
        for (Case one : experiment.cases(settings.effort())) {
            for (Method method : experiment.methods()) {
                List<String> overrides = Experiment.overrides(one, method);
                List<Wanted> all = new ArrayList<>();
                for (int i = 0; i < runsOfAPoint(settings); i++) {
                    long seed = settings.seed() + i;
                    all.add(new Wanted(
                            experiment.base().name() + ": " + overrides + ", seed " + seed, overrides, seed));
                }
                trials.put(new Results.Cell(method.label(), one.label()), all);
            }
        }
        return trials;
    }

    private TrialResult execute(Wanted trial, Emulations emulations) {
        for (int draw = 0; ; draw++) {
            try {
                Network network = network(trial, trial.seed() + draw * NEXT_DRAW);
                return TrialResult.of(new MeasuredRun(network).run(emulations));
            } catch (ScenarioException e) {
                if (!experiment.redrawn() || draw == DRAWS) {
                    throw new IllegalStateException(trial.key() + ": " + e.getMessage(), e);
                }
            }
        }
    }

    private Network network(Wanted trial, long seed) {
        List<String> overrides = new ArrayList<>(trial.overrides());
        overrides.add("seed=" + seed);
        Scenario scenario =
                ScenarioLoader.parse(experiment.base().name(), experiment.base().scenario(), overrides);
        return new Network(ResolvedScenario.of(scenario));
    }
}
