package org.reweave.emulator.compare;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Consumer;
import java.util.function.Function;
import org.reweave.emulator.batch.Batch;
import org.reweave.emulator.batch.BatchState;
import org.reweave.emulator.network.Network;

/** Executes the runs of a comparison that are not finished, side by side, each in one thread. */
public final class Comparison {
    /** A finished run, as the state keeps it. */
    public record Finished(ComparedRun run, Measurement measurement) {
        public Finished {
            Objects.requireNonNull(run);
            Objects.requireNonNull(measurement);
        }
    }

    private final Function<ComparedRun, Network> networks;
    private final Batch batch;

    /** @param networks makes the network of a run; called by many threads at once */
    public Comparison(Function<ComparedRun, Network> networks, int threads) {
        this.networks = networks;
        this.batch = new Batch(threads);
    }

    /** How the state's lines are read. */
    public static BatchState.Kind<Finished> files() {
        return new BatchState.Kind<>("comparison", Finished.class);
    }

    /**
     * Runs what is missing.
     *
     * @param known finished runs; others than those of the plan are left alone
     * @param finished called with each new result, in the order of the plan
     * @return of all runs of the plan, in its order
     * @throws java.util.concurrent.CancellationException after {@link #cancel}
     */
    public Map<ComparedRun, Measurement> run(Plan plan, List<Finished> known, Consumer<Finished> finished) {
        Map<ComparedRun, Measurement> done = new HashMap<>();
        known.forEach(one -> done.put(one.run(), one.measurement()));
        List<Batch.Job<Finished>> jobs = new ArrayList<>();
        for (ComparedRun run : plan.runs()) {
            if (!done.containsKey(run)) {
                jobs.add(emulations -> new Finished(run, new MeasuredRun(networks.apply(run)).run(emulations)));
            }
        }
        batch.<Finished>inOrder(jobs.iterator(), one -> {
            done.put(one.run(), one.measurement());
            finished.accept(one);
            return true;
        });
        Map<ComparedRun, Measurement> inOrder = new LinkedHashMap<>();
        plan.runs().forEach(run -> inOrder.put(run, done.get(run)));
        return inOrder;
    }

    /** Stops all runs without their results; may be called from another thread. */
    public void cancel() {
        batch.cancel();
    }
}
