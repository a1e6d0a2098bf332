package org.reweave.emulator.run;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.BiFunction;
import java.util.function.IntFunction;
import org.reweave.emulator.checkpoint.Checkpoint;
import org.reweave.emulator.governor.CutTotals;
import org.reweave.emulator.governor.Event;
import org.reweave.emulator.governor.Readings;
import org.reweave.emulator.governor.RunDriver;
import org.reweave.emulator.governor.RunListener;
import org.reweave.emulator.governor.RunResult;
import org.reweave.emulator.journal.store.JournalException;
import org.reweave.emulator.network.Network;
import org.reweave.emulator.network.Start;
import org.reweave.emulator.results.EventLines;
import org.reweave.emulator.results.RunRecorder;
import org.reweave.emulator.results.Summary;
import org.reweave.emulator.results.SummaryWriter;
import org.reweave.emulator.results.report.LiveReport;
import org.reweave.emulator.scenario.Pace;
import org.reweave.emulator.scenario.RunParameters;
import org.reweave.emulator.scenario.ScenarioLoader;
import org.reweave.emulator.stats.Counter;
import org.reweave.emulator.stats.DeviceLog;
import org.reweave.emulator.stats.Latencies;

/** One run of a scenario, from its first cycle to its results. */
public final class Run {
    private static final int LOOK_MILLIS = 20;

    private final Network network;
    private final Drivers drivers;
    private final RunOutputs.Wanted wanted;
    private final RunRecorder recorder;
    private final SummaryWriter summaries;
    private final List<RunWatcher> watchers = new ArrayList<>();
    private final RunOutputs outputs;
    private final CountDownLatch over = new CountDownLatch(1);
    private final ReentrantLock cuts = new ReentrantLock(); // held while a cut is looked at, and when the run ends
    private final Pacing pacing;
    private Latencies latencies = new Latencies();
    private final CostMeter meter = new CostMeter();

    private Optional<IntFunction<DeviceLog.Witness>> witnesses = Optional.empty();
    private boolean hasBegun;
    private volatile Optional<RunDriver> driver = Optional.empty(); // while the run's devices are there
    private volatile boolean stopped;

    Run(Network network, Drivers drivers, Optional<Pace> pace, RunOutputs.Wanted wanted) {
        this.network = network;
        this.drivers = drivers;
        this.wanted = wanted;
        this.pacing = new Pacing(pace, network.resolved().scenario().time().cyclePs(), System::nanoTime);
        this.recorder = new RunRecorder(network, event -> {});
        this.summaries = new SummaryWriter(identity(), network, recorder);
        this.outputs = new RunOutputs(wanted, owner(), network, drivers, recorder, summaries);
    }

    private SummaryWriter.Identity identity() {
        boolean isLax = network.resolved().scenario().run().isLax();
        return new SummaryWriter.Identity(
                wanted.id(),
                SoftwareVersion.read(),
                drivers.name(),
                drivers.threads(network),
                wanted.command(),
                wanted.resumption()
                        .filter(from -> isLax)
                        .map(Resumption::branches)
                        .orElse(List.of()));
    }

    /** A run of a scenario's file, to be refined and prepared. */
    public static RunBuilder of(Path scenario) {
        return new RunBuilder(overrides -> RunBuilder.file(scenario, overrides));
    }

    /**
     * A run of a scenario's text, to be refined and prepared.
     *
     * @param name stands for the file in messages
     */
    public static RunBuilder of(String name, String scenario) {
        return new RunBuilder(overrides -> ScenarioLoader.parse(name, scenario, overrides));
    }

    /** A run of a network that is complete. It writes nothing and keeps no pace. */
    public static Run of(Network network, Drivers drivers) {
        return new Run(network, drivers, Optional.empty(), RunOutputs.Wanted.nothing("run"));
    }

    /** {@code SCENARIO-SEED-TIME}. */
    public String id() {
        return wanted.id();
    }

    /** The fabric, its devices and the scenario that will be run. */
    public Network network() {
        return network;
    }

    public Drivers drivers() {
        return drivers;
    }

    /** State of the machines of the run at the moment, for a line of progress; empty = nothing worth a word. */
    public String machinesInWords() {
        return driver.map(RunDriver::inWords).orElse("");
    }

    /** Where the results will be; empty: they are not written. */
    public Optional<Path> folder() {
        return wanted.target();
    }

    /** Time series, reconfigurations and loads of links, up to the last cut. */
    public RunRecorder recorder() {
        return recorder;
    }

    /**
     * The data of the run's page up to the last cut, between two cuts. Any thread may call this while the run goes on;
     * what NICs hand in at the end, such as the distribution of latencies, is not there yet.
     *
     * @param knownCycle that the caller has the data of
     * @return empty when no cut came since, or the run is over
     */
    public Optional<LiveReport> report(long knownCycle) {
        try {
            if (over.getCount() == 0 || !cuts.tryLock(LOOK_MILLIS, TimeUnit.MILLISECONDS)) {
                return Optional.empty();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return Optional.empty();
        }
        try {
            CutTotals last = recorder.series().last();
            if (last.cycle() == knownCycle) {
                return Optional.empty();
            }
            Summary soFar = summaries.stopped(meter.cost(last.count(Counter.FLIT_HOPS), 0, Optional.empty()));
            return Optional.of(LiveReport.of(network, recorder, soFar, wanted.command()));
        } finally {
            cuts.unlock();
        }
    }

    /** Load from the end of the warm-up up to the last cut. */
    public Summary.Load load() {
        return summaries.load();
    }

    /** Latencies of the measured packets; empty until {@link #execute} has come to its end. */
    public Latencies latencies() {
        return latencies;
    }

    /** Adds a watcher of the run; before {@link #execute}. */
    public Run watch(RunWatcher watcher) {
        watchers.add(watcher);
        return this;
    }

    /**
     * Tells witnesses what devices do, as they do it; before {@link #execute}, and only where {@link #canBeWitnessed}.
     *
     * @param byDevice the witness of a device, by its number
     */
    public Run witness(IntFunction<DeviceLog.Witness> byDevice) {
        if (!canBeWitnessed()) {
            throw new IllegalStateException(
                    "run " + wanted.id() + ": the driver " + drivers.name() + " tells no witness");
        }
        witnesses = Optional.of(byDevice);
        return this;
    }

    /** Whether one thread runs all devices: the sequential driver, or a lax run under a seeded schedule. */
    public boolean canBeWitnessed() {
        return drivers.tellWitnesses(network);
    }

    /** Ends the run at the next boundary of permits, with its results so far; any thread may call this. */
    public void stop() {
        boolean isFirst = !stopped;
        stopped = true;
        driver.ifPresent(running -> {
            if (isFirst) {
                outputs.stopping();
            }
            if (takesCheckpoints()) {
                running.checkpoint(); // for a resume from right here
            }
            running.interrupt();
        });
        pacing.release();
    }

    /**
     * Holds the run back until {@link #resume}: no device goes beyond the permits that it has, {@code run.cut-delay}
     * cuts at most. Results do not depend on it. Any thread may call this, before the run begins too.
     */
    public void pause() {
        pacing.pause();
    }

    /** Lets a paused run go on, at its pace. */
    public void resume() {
        pacing.resume();
    }

    /** Lets a paused run go on by a cut; a run that is not paused pauses behind the next one. */
    public void step() {
        pacing.step();
    }

    /** Lets emulated time go at another pace from now on; empty = as fast as it can. Any thread may call this. */
    public void pace(Optional<Pace> pace) {
        pacing.pace(pace);
    }

    public boolean isPaused() {
        return pacing.isPaused();
    }

    /** Whether a kill of this process would leave a journal that says what was run; true where none is kept. */
    public boolean isKept() {
        return outputs.isKept();
    }

    /** Waits until {@link #isKept}, but not for long. */
    public boolean isKeptWithin(Duration patience) {
        long end = System.nanoTime() + patience.toNanos();
        try {
            while (!isKept() && System.nanoTime() < end) {
                Thread.sleep(LOOK_MILLIS);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        return isKept();
    }

    /**
     * Ends a run that {@link #stop} has been called for with what its last cut knew, where the next cut does not come
     * in time: then its results are written, and {@link #execute} never returns.
     *
     * @return empty when the run ends by itself
     */
    public Optional<Summary> endAtLastCut(Duration patience) {
        try {
            if (over.await(patience.toMillis(), TimeUnit.MILLISECONDS) || !cuts.tryLock()) {
                return Optional.empty();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return Optional.empty();
        }
        Summary summary =
                summaries.stopped(meter.cost(recorder.series().last().count(Counter.FLIT_HOPS), 0, Optional.empty()));
        try {
            outputs.complete(summary, new Latencies());
        } catch (IOException e) {
            throw outputs.unwritable(e);
        }
        return Optional.of(summary);
    }

    /**
     * Runs to the end, once, and writes the results. An exception that breaks the run off is thrown after the run's
     * folder has been completed with the results so far and marked as failed. Where the journal fails, or something
     * after the results, the journal has no such end: the folder keeps its unfinished name, and a resume gives it the
     * other.
     *
     * @throws ResultsException when the folder cannot be written
     * @throws JournalException when the journal cannot
     */
    public Summary execute() {
        return execute((all, listener) -> drivers.create(
                wanted.resumption().map(from -> from.start(all)).orElseGet(() -> Start.atZero(all)),
                listener,
                wanted.id(),
                outputs.unfinished()));
    }

    /** @param maker of the driver */
    Summary execute(BiFunction<Network, RunListener, RunDriver> maker) {
        if (hasBegun) {
            throw new IllegalStateException("run " + wanted.id() + " is executed twice; prepare another one");
        }
        hasBegun = true;
        outputs.begin();
        try {
            RunDriver running = maker.apply(network, RunListener.inTurn(oneAtATime(listener()), pacing));
            driver = Optional.of(running);
            witnesses.ifPresent(running::witness);
            pacing.begin();
            if (stopped) {
                running.interrupt();
            }
            RunResult result = run(running);
            latencies = result.latencies();
            Summary summary = summaries.summary(
                    result, meter.cost(result.last().count(Counter.FLIT_HOPS), running.messages(), running.spread()));
            outputs.complete(summary, result.latencies());
            return summary;
        } catch (RuntimeException | Error e) {
            outputs.keep(e);
            if (e instanceof UncheckedIOException unwritable) {
                throw outputs.unwritable(unwritable.getCause());
            }
            throw e;
        } catch (IOException e) {
            throw outputs.unwritable(e);
        }
    }

    private boolean takesCheckpoints() {
        RunParameters run = network.resolved().scenario().run();
        return wanted.journal().isPresent() && !run.checkpoint().isOff();
    }

    private void wantCheckpoint() {
        driver.ifPresent(RunDriver::checkpoint);
    }

    private RunListener checkpointTimer() {
        RunParameters run = network.resolved().scenario().run();
        return new CheckpointTimer(
                run.checkpoint(),
                wanted.resumption().map(Resumption::cycle).orElse(0L),
                run.cutDelay() * run.cutInterval(),
                network.plannedMoments(),
                run.cutInterval(),
                this::wantCheckpoint,
                System::nanoTime);
    }

    /** The recorder first: outputs and watchers use what it knows. */
    private RunListener listener() {
        RunListener all = outputs.behind(recorder);
        if (takesCheckpoints()) {
            all = RunListener.inTurn(all, checkpointTimer());
        }
        if (watchers.isEmpty()) {
            return all;
        }
        EventLines words = new EventLines(network);
        return RunListener.inTurn(all, (totals, events) -> {
            RunCut cut = new RunCut(totals, events, recorder, words);
            watchers.forEach(watcher -> watcher.cut(cut));
        });
    }

    private RunListener oneAtATime(RunListener listener) {
        return new RunListener() {
            @Override
            public void readings(long cycle, Readings readings) {
                locked(() -> listener.readings(cycle, readings));
            }

            @Override
            public void cut(CutTotals totals, List<Event> events) {
                locked(() -> listener.cut(totals, events));
            }

            @Override
            public void checkpoint(Checkpoint checkpoint) {
                locked(() -> listener.checkpoint(checkpoint));
            }
        };
    }

    private void locked(Runnable work) {
        cuts.lock();
        try {
            work.run();
        } finally {
            cuts.unlock();
        }
    }

    private RunResult run(RunDriver running) {
        try {
            RunResult result = running.run();
            cuts.lock(); // for good, unless the run is being ended at its last cut: then this process ends first
            return result;
        } finally {
            over.countDown();
            watchers.forEach(RunWatcher::over);
        }
    }

    private RunOutputs.Owner owner() {
        return new RunOutputs.Owner() {
            @Override
            public void broken(String remark) {
                watchers.forEach(watcher -> watcher.broken(remark));
            }

            @Override
            public Summary.Cost end() {
                long messages = driver.map(RunDriver::messages).orElse(0L);
                driver = Optional.empty(); // with the devices, if the driver holds them
                return meter.cost(recorder.series().last().count(Counter.FLIT_HOPS), messages, Optional.empty());
            }
        };
    }
}
