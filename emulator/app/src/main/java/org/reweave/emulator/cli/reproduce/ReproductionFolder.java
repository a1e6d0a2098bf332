package org.reweave.emulator.cli.reproduce;

import com.fasterxml.jackson.annotation.JsonInclude;
import java.io.Closeable;
import java.io.IOException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.reweave.emulator.batch.BatchIdentity;
import org.reweave.emulator.batch.BatchState;
import org.reweave.emulator.reproduce.Effort;
import org.reweave.emulator.reproduce.Progress;
import org.reweave.emulator.reproduce.Reproduction;
import org.reweave.emulator.reproduce.ReproductionOutcome;
import org.reweave.emulator.reproduce.Settings;
import org.reweave.emulator.reproduce.TrialMemory;
import org.reweave.emulator.reproduce.TrialResult;
import org.reweave.emulator.reproduce.registry.Reproductions;

/** Results of {@code reweave reproduce} so far: in a folder's state, or without a folder until the process ends. */
final class ReproductionFolder implements TrialMemory, Closeable {
    /**
     * A line of the state.
     *
     * @param key of the run; null in the line of an outcome
     */
    @JsonInclude(JsonInclude.Include.NON_NULL)
    record Kept(String key, TrialResult run, ReproductionOutcome outcome) {}

    private final BatchState<Kept> state; // null = no folder
    private final Map<String, TrialResult> runs = new HashMap<>();
    private final Map<String, ReproductionOutcome> outcomes = new HashMap<>();

    private ReproductionFolder(BatchState<Kept> state) {
        this.state = state;
        if (state != null) {
            state.entries().forEach(this::remember);
        }
    }

    /** @param folder null = none */
    static ReproductionFolder open(Path folder, String software, Effort effort, long seed)
            throws IOException, BatchState.RefusedException {
        if (folder == null) {
            return new ReproductionFolder(null);
        }
        BatchIdentity identity = BatchIdentity.of(
                software, Map.of("effort", effort.name().toLowerCase(Locale.ROOT), "--seed", Long.toString(seed)));
        return new ReproductionFolder(
                BatchState.open(folder, new BatchState.Kind<>("reproduction", Kept.class), identity));
    }

    private void remember(Kept kept) {
        if (kept.outcome() != null) {
            outcomes.put(kept.outcome().name(), kept.outcome());
        } else if (kept.key() != null && kept.run() != null) {
            runs.put(kept.key(), kept.run());
        }
    }

    private void keep(Kept kept) {
        if (state != null) {
            state.add(kept);
        }
        remember(kept);
    }

    @Override
    public synchronized Optional<TrialResult> find(String key) {
        return Optional.ofNullable(runs.get(key));
    }

    @Override
    public synchronized void keep(String key, TrialResult result) {
        keep(new Kept(key, result, null));
    }

    /** The outcome that is kept of as many runs, or a new one, which is kept. */
    ReproductionOutcome outcome(Reproduction of, Settings settings, Progress progress) {
        ReproductionOutcome kept = outcomes.get(of.name());
        if (kept == null || !Objects.equals(kept.runs(), of.computation().runsOfAPoint(settings))) {
            keep(new Kept(null, null, of.run(settings, progress)));
        }
        return outcomes.get(of.name());
    }

    /** All that are kept, in the order of the registry. */
    List<ReproductionOutcome> outcomes() {
        return Reproductions.all().stream()
                .map(one -> outcomes.get(one.name()))
                .filter(Objects::nonNull)
                .toList();
    }

    @Override
    public void close() throws IOException {
        if (state != null) {
            state.close();
        }
    }
}
