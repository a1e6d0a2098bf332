package org.reweave.emulator.sweep;

import java.io.UncheckedIOException;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import java.util.concurrent.CancellationException;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
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
    private final int threads;
    private final Listener listener;
    private final Set<PointRun> running = ConcurrentHashMap.newKeySet();
    private volatile boolean cancelled;

    /**
     * @param networks makes the network of a point; called by many threads at once
     * @param store knows finished runs and keeps new ones
     */
    public SweepRunner(
            Function<Point, Network> networks, Criterion criterion, RunStore store, int threads, Listener listener) {
        this.networks = networks;
        this.criterion = criterion;
        this.store = store;
        this.threads = threads;
        this.listener = listener;
    }

    /**
     * Stops all runs without their results; may be called from another thread. The sweep then ends with a
     * {@link CancellationException}.
     */
    public void cancel() {
        cancelled = true;
        running.forEach(PointRun::cancel);
    }

    /**
     * Runs the whole grid.
     *
     * @return in the grid's order
     * @throws CancellationException after {@link #cancel}
     */
    public Map<Point, Sample> grid(Grid grid) {
        List<Point> points = grid.points();
        List<Callable<Sample>> tasks = new ArrayList<>();
        points.forEach(point -> tasks.add(() -> sample(point)));
        List<Sample> samples = all(tasks);
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
        List<Callable<Saturation.Bracket>> tasks = new ArrayList<>();
        for (Series series : grid.series()) {
            for (long seed : grid.seeds()) {
                tasks.add(() -> search(grid, samples, new Point(series, zeroLoad, seed), resolution));
            }
        }
        List<Saturation.Bracket> brackets = all(tasks);
        Map<Series, Saturation> saturations = new HashMap<>();
        int seeds = grid.seeds().size();
        for (int i = 0; i < grid.series().size(); i++) {
            saturations.put(
                    grid.series().get(i), Saturation.of(resolution, brackets.subList(i * seeds, (i + 1) * seeds)));
        }
        return saturations;
    }

    private Saturation.Bracket search(Grid grid, Map<Point, Sample> samples, Point empty, BigDecimal resolution) {
        Sample zero = sample(empty);
        NavigableMap<BigDecimal, Boolean> known = new TreeMap<>();
        for (BigDecimal load : grid.loads()) {
            known.put(load, criterion.saturated(samples.get(new Point(empty.series(), load, empty.seed())), zero));
        }
        SaturationSearch search = new SaturationSearch(resolution, known);
        while (search.next().isPresent()) {
            Point tried = new Point(empty.series(), search.next().get(), empty.seed());
            search.answer(criterion.saturated(sample(tried), zero));
        }
        Double accepted = search.sustained().signum() == 0
                ? null
                : sample(new Point(empty.series(), search.sustained(), empty.seed()))
                        .accepted();
        return new Saturation.Bracket(
                empty.seed(),
                search.sustained().stripTrailingZeros(),
                search.saturated().map(BigDecimal::stripTrailingZeros).orElse(null),
                accepted,
                zero.total().mean());
    }

    /** The result of a point, run here unless it is known. */
    private Sample sample(Point point) {
        Sample known = store.get(point);
        if (known != null) {
            listener(point, known, false);
            return known;
        }
        if (cancelled) {
            throw new CancellationException();
        }
        PointRun run = new PointRun(networks.apply(point), criterion);
        running.add(run);
        try {
            if (cancelled) {
                run.cancel(); // cancel() may have looked before the line above
            }
            Sample sample = run.run();
            if (sample == null) {
                throw new CancellationException();
            }
            store.add(point, sample);
            listener(point, sample, true);
            return sample;
        } finally {
            running.remove(run);
        }
    }

    private synchronized void listener(Point point, Sample sample, boolean fresh) {
        listener.finished(point, sample, fresh);
    }

    /** Results in the order of the tasks. The first failure stops the rest. */
    private <T> List<T> all(List<Callable<T>> tasks) {
        ExecutorService pool = Executors.newFixedThreadPool(Math.max(1, Math.min(threads, tasks.size())));
        try {
            List<Future<T>> futures = new ArrayList<>();
            tasks.forEach(task -> futures.add(pool.submit(task)));
            List<T> results = new ArrayList<>();
            for (Future<T> future : futures) {
                results.add(future.get());
            }
            return results;
        } catch (ExecutionException e) {
            cancel();
            throw unchecked(e.getCause());
        } catch (InterruptedException e) {
            cancel();
            Thread.currentThread().interrupt();
            throw new CancellationException();
        } finally {
            end(pool);
        }
    }

    /** Waits for the threads: they may still write to the state. */
    private static void end(ExecutorService pool) {
        pool.shutdown();
        try {
            pool.awaitTermination(Long.MAX_VALUE, TimeUnit.NANOSECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private static RuntimeException unchecked(Throwable cause) {
        if (cause instanceof Error error) {
            throw error;
        }
        if (cause instanceof RuntimeException runtime) {
            return runtime;
        }
        return cause instanceof java.io.IOException io
                ? new UncheckedIOException(io)
                : new IllegalStateException("a run of the sweep failed", cause);
    }
}
