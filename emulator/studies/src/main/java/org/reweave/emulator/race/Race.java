package org.reweave.emulator.race;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.reweave.emulator.batch.Batch;
import org.reweave.emulator.batch.BatchState;
import org.reweave.emulator.batch.Emulations;

/** Executes the runs of a race, one per thread. Runs with a stored verdict are not run again. */
public final class Race {
    private final RacePlan plan;
    private final Batch batch;
    private final LaxRuns laxRuns;

    /**
     * @param threads runs at a time
     * @param folder of the race, for the journals of lax runs
     * @param findings distinct failures whose first lax run stays there
     */
    public Race(RacePlan plan, int threads, Path folder, int findings) {
        this.plan = plan;
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

    /** For further jobs on the same threads, stopped by the same {@link #cancel}. */
    Batch batch() {
        return batch;
    }

    /**
     * Runs the seeds {@code seed, seed + 1, ..} of the base scenario.
     *
     * @param known finished runs
     * @param fresh receives every run that is finished now, by the calling thread and in the order of the seeds
     * @return in the order of the seeds
     */
    public List<RaceRun> run(int runs, List<RaceRun> known, Consumer<RaceRun> fresh) {
        Map<Long, RaceRun> bySeed = new HashMap<>();
        known.forEach(run -> {
            bySeed.put(run.seed(), run);
            laxRuns.known(run);
        });
        long first = plan.base().seed();
        List<Batch.Job<RaceRun>> jobs = new ArrayList<>();
        for (long seed = first; seed < first + runs; seed++) {
            long now = seed;
            if (!bySeed.containsKey(seed)) {
                jobs.add(emulations -> run(now, emulations));
            }
        }
        batch.inOrder(jobs.iterator(), run -> {
            bySeed.put(run.seed(), run);
            if (plan.isUpToThreads()) {
                laxRuns.settle(run);
            }
            fresh.accept(run);
            return true;
        });
        List<RaceRun> all = new ArrayList<>();
        for (long seed = first; seed < first + runs; seed++) {
            all.add(bySeed.get(seed));
        }
        return all;
    }

    private RaceRun run(long seed, Emulations emulations) throws IOException {
        return plan.isUpToThreads()
                ? laxRuns.execute(seed, emulations)
                : new RaceRun(seed, Trial.of(plan.network(seed), emulations).verdict());
    }
}
