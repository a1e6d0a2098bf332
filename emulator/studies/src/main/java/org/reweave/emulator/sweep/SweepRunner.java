package org.reweave.emulator.sweep;

import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;
import java.util.concurrent.CancellationException;
import java.util.function.Function;
import org.reweave.emulator.batch.Batch;
import org.reweave.emulator.batch.Emulations;
import org.reweave.emulator.network.Network;

/** Executes the runs of a sweep, one per thread. Runs with a stored result are not run again. */
public final class SweepRunner {
    /** Follows a sweep; called by many threads, one at a time. */
    public interface Listener {
        /** @param fresh whether it was run now; else it was known */
        void finished(Point point, Sample sample, boolean fresh);
    }

    private final Function<Point, Network> networks;
    private final Criterion criterion;
    private final RunStore store;
    private final Batch batch;
    private final Listener listener;

    /**
     * @param networks makes the network of a point; called by many threads at once
     * @param store knows finished runs and keeps new ones
     * @param batch does the runs; where the batch is cancelled, the sweep ends with a {@link CancellationException}
     */
    public SweepRunner(
            Function<Point, Network> networks, Criterion criterion, RunStore store, Batch batch, Listener listener) {
        this.networks = networks;
        this.criterion = criterion;
        this.store = store;
        this.batch = batch;
        this.listener = listener;
    }

    /**
     * Runs the whole grid.
     *
     * @return in the grid's order
     * @throws CancellationException after the batch was cancelled
     */
    public Map<Point, Sample> grid(Grid grid) {
        List<Point> points = grid.points();
        List<Batch.Job<Sample>> jobs = new ArrayList<>();
        points.forEach(point -> jobs.add(emulations -> sample(point, emulations)));
        List<Sample> samples = batch.all(jobs);
        Map<Point, Sample> byPoint = new LinkedHashMap<>();
        for (int i = 0; i < samples.size(); i++) {
            byPoint.put(points.get(i), samples.get(i));
        }
        return byPoint;
    }

    /**
     * Searches each series and seed for its saturation, starting from the results of the grid's runs.
     *
     * @param resolution of the loads tried
     * @param zeroLoad load of the runs whose latency the others are compared with
     */
    public Map<Series, Saturation> saturations(
            Grid grid, Map<Point, Sample> samples, BigDecimal resolution, BigDecimal zeroLoad) {
        List<Batch.Job<Saturation.Bracket>> jobs = new ArrayList<>();
        for (Series series : grid.series()) {
            for (long seed : grid.seeds()) {
                Point empty = new Point(series, zeroLoad, seed);
                jobs.add(emulations -> search(grid, samples, empty, resolution, emulations));
            }
        }
        List<Saturation.Bracket> brackets = batch.all(jobs);
        Map<Series, Saturation> saturations = new HashMap<>();
        int seeds = grid.seeds().size();
        for (int i = 0; i < grid.series().size(); i++) {
            saturations.put(
                    grid.series().get(i), Saturation.of(resolution, brackets.subList(i * seeds, (i + 1) * seeds)));
        }
        return saturations;
    }

    private Saturation.Bracket search(
            Grid grid, Map<Point, Sample> samples, Point empty, BigDecimal resolution, Emulations emulations) {
        Sample zero = sample(empty, emulations);
        NavigableMap<BigDecimal, Boolean> known = new TreeMap<>();
        for (BigDecimal load : grid.loads()) {
            known.put(load, criterion.saturated(samples.get(new Point(empty.series(), load, empty.seed())), zero));
        }
        SaturationSearch search = new SaturationSearch(resolution, known);
        while (search.next().isPresent()) {
            Point tried = new Point(empty.series(), search.next().get(), empty.seed());
            search.answer(criterion.saturated(sample(tried, emulations), zero));
        }
        Double accepted = search.sustained().signum() == 0
                ? null
                : sample(new Point(empty.series(), search.sustained(), empty.seed()), emulations)
                        .accepted();
        return new Saturation.Bracket(
                empty.seed(),
                search.sustained().stripTrailingZeros(),
                search.saturated().map(BigDecimal::stripTrailingZeros).orElse(null),
                accepted,
                zero.total().mean());
    }

    /** The result of a point, run here unless it is known. */
    private Sample sample(Point point, Emulations emulations) {
        Sample known = store.get(point);
        if (known != null) {
            listener(point, known, false);
            return known;
        }
        emulations.throwIfEnded();
        Sample sample = new PointRun(networks.apply(point), criterion).run(emulations);
        store.add(point, sample);
        listener(point, sample, true);
        return sample;
    }

    private synchronized void listener(Point point, Sample sample, boolean fresh) {
        listener.finished(point, sample, fresh);
    }
}
