package org.reweave.emulator.race;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.reweave.emulator.batch.Batch;
import org.reweave.emulator.batch.BatchState;
import org.reweave.emulator.batch.Emulations;

/** Executes the runs of a race, one per thread. Runs with a stored verdict are not run again. */
public final class Race {
    private final RacePlan plan;
    private final int threads;
    private final Batch batch;
    private final LaxRuns laxRuns;

    /**
     * @param threads runs at a time
     * @param folder of the race, for the journals of lax runs
     * @param findings distinct failures whose first lax run stays there
     */
    public Race(RacePlan plan, int threads, Path folder, int findings) {
        this.plan = plan;
        this.threads = threads;
        this.batch = new Batch(threads);
        this.laxRuns = new LaxRuns(plan, folder, findings);
    }

    /** The kind of file that keeps finished runs. */
    public static BatchState.Kind<RaceRun> files() {
        return new BatchState.Kind<>("race", RaceRun.class);
    }

    /** Stops all runs; any thread may call this. What is under way ends with a {@code CancellationException}. */
    public void cancel() {
        batch.cancel();
    }

    /** Runs at a time. */
    public int threads() {
        return threads;
    }

    /** The batch for further jobs on the same threads, stopped by the same {@link #cancel}. */
    Batch batch() {
        return batch;
    }

    /**
     * Makes runs: of the seeds {@code seed, seed + 1, ..} of the base scenario, and of variations of those seeds whose
     * runs have reached something new.
     *
     * @param known finished runs
     * @param fresh receives every run that is finished now, by the calling thread and in the order of the runs
     * @return in the order in which they were chosen
     */
    public List<RaceRun> run(int runs, List<RaceRun> known, Consumer<RaceRun> fresh) {
        Map<Long, RaceRun> bySeed = new HashMap<>();
        known.forEach(run -> {
            bySeed.put(run.seed(), run);
            laxRuns.known(run);
        });
        boolean varies = !plan.variations().isEmpty() && !plan.isUpToThreads();
        Corpus corpus = new Corpus(plan.base().seed(), varies);
        List<RaceRun> all = new ArrayList<>();
        while (all.size() < runs) {
            List<Long> seeds = corpus.generation(runs - all.size());
            int[] at = new int[1];
            takeKnown(seeds, at, bySeed, corpus, all);
            Iterator<Batch.Job<RaceRun>> jobs = seeds.stream()
                    .filter(seed -> !bySeed.containsKey(seed))
                    .<Batch.Job<RaceRun>>map(seed -> emulations -> run(seed, emulations))
                    .iterator();
            batch.inOrder(jobs, run -> {
                RaceRun taken = corpus.take(run);
                if (plan.isUpToThreads()) {
                    laxRuns.settle(taken);
                }
                all.add(taken);
                at[0]++;
                fresh.accept(taken);
                takeKnown(seeds, at, bySeed, corpus, all);
                return true;
            });
        }
        return all;
    }

    /** Takes finished runs until one comes that is to be made. */
    private static void takeKnown(
            List<Long> seeds, int[] at, Map<Long, RaceRun> bySeed, Corpus corpus, List<RaceRun> all) {
        while (at[0] < seeds.size() && bySeed.containsKey(seeds.get(at[0]))) {
            all.add(corpus.take(bySeed.get(seeds.get(at[0]++))));
        }
    }

    private RaceRun run(long seed, Emulations emulations) throws IOException {
        if (plan.isUpToThreads()) {
            return laxRuns.execute(seed, emulations);
        }
        Trial trial = Trial.of(plan.network(seed), emulations);
        return new RaceRun(seed, trial.verdict(), trial.reached());
    }
}
