package org.reweave.emulator.cli.run;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;
import java.util.function.Function;
import org.reweave.emulator.cli.common.InputFile;
import org.reweave.emulator.cli.common.Interrupts;
import org.reweave.emulator.cli.common.Terminal;
import org.reweave.emulator.device.DeviceReport;
import org.reweave.emulator.governor.CutTotals;
import org.reweave.emulator.governor.Event;
import org.reweave.emulator.governor.RunDriver;
import org.reweave.emulator.governor.RunListener;
import org.reweave.emulator.governor.RunResult;
import org.reweave.emulator.journal.JournalException;
import org.reweave.emulator.journal.JournalRecord;
import org.reweave.emulator.journal.RunJournal;
import org.reweave.emulator.network.Network;
import org.reweave.emulator.results.EventLines;
import org.reweave.emulator.results.JsonText;
import org.reweave.emulator.results.LatencyLog;
import org.reweave.emulator.results.RunFolder;
import org.reweave.emulator.results.RunRecorder;
import org.reweave.emulator.results.Summary;
import org.reweave.emulator.results.SummaryWriter;
import org.reweave.emulator.results.report.Report;
import org.reweave.emulator.stats.Counter;
import org.reweave.emulator.stats.Latencies;

/** One run from its first cycle to its complete folder. */
final class RunSession {
    private static final int RESERVE = 8 << 20;

    /** So long after Ctrl-C the next cut may come; then the run ends at its last one. */
    private static final long PATIENCE_MILLIS = 1500;

    private final Network network;
    private final RunFolder folder;
    private final RunRecorder recorder;
    private final SummaryWriter summaries;
    private final String command;
    private final PrintWriter err;
    private final RunJournal journal; // null = none
    private final Consumer<Summary> ending;
    private final CountDownLatch over = new CountDownLatch(1);
    private final ReentrantLock cuts = new ReentrantLock(); // held while a cut is looked at, and when the run ends
    private byte[] reserve = new byte[RESERVE]; // given up when memory has run out, for what is still to be written

    /**
     * @param journal null = none; it is closed when the run is over
     * @param err for progress and remarks
     * @param ending ends the process with the summary of a run that Ctrl-C stopped between two cuts
     */
    RunSession(
            Network network,
            SummaryWriter.Identity identity,
            RunFolder folder,
            RunJournal journal,
            PrintWriter err,
            Consumer<Summary> ending) {
        EventLines lines = new EventLines(network);
        this.network = network;
        this.folder = folder;
        this.recorder = new RunRecorder(network, event -> folder.event(lines.line(event)));
        this.summaries = new SummaryWriter(identity, network, recorder);
        this.command = identity.command();
        this.journal = journal;
        this.err = err;
        this.ending = ending;
    }

    RunRecorder recorder() {
        return recorder;
    }

    /**
     * Runs. What breaks the run off is thrown, after the folder has been completed with what there is, as
     * {@code failed}.
     *
     * @param drivers makes the driver for a listener
     * @param quiet without progress
     */
    Summary run(Function<RunListener, RunDriver> drivers, boolean quiet) throws IOException {
        boolean terminal = Terminal.isStderr();
        RunProgress progress = new RunProgress(
                err, terminal, recorder, network.resolved().scenario().traffic().stop());
        RunListener listener = quiet ? recorder : RunListener.inTurn(recorder, onceJournalled(progress));
        CostMeter meter = new CostMeter();
        RunDriver driver = null;
        try {
            driver = drivers.apply(oneAtATime(journal == null ? listener : journal.listener(listener)));
            RunResult result = run(driver, progress, meter);
            Summary summary =
                    summaries.summary(result, meter.cost(result.last().count(Counter.FLIT_HOPS), driver.messages()));
            complete(summary, result.latencies());
            return summary;
        } catch (RuntimeException | Error e) {
            long messages = driver == null ? 0 : driver.messages();
            driver = null; // with the devices, if it holds them
            reserve = null;
            progress.clear();
            keep(e, meter, messages);
            throw e;
        }
    }

    /** What was shown survives a kill: nothing is shown before the journal has its first record. */
    private RunListener onceJournalled(RunProgress progress) {
        return (totals, events) -> {
            if (journal == null || journal.acknowledged() > 0) {
                progress.cut(totals, events);
            }
        };
    }

    private void finish(Summary summary, Latencies latencies) throws IOException {
        folder.write(RunFolder.LATENCIES, LatencyLog.of(latencies, recorder.scale(), summary.cycles()));
        folder.write(RunFolder.REPORT, Report.html(network, recorder, summary, latencies, command));
        folder.finish(summary, recorder.csv());
    }

    /** The run is over when its journal has all of it. */
    private void complete(Summary summary, Latencies latencies) throws IOException {
        if (journal != null) {
            journal.end(ending(summary));
            journal.close();
        }
        finish(summary, latencies);
    }

    private JournalRecord.RunEnded ending(Summary summary) {
        return new JournalRecord.RunEnded(
                journal.header(),
                summary.outcome(),
                summary.interrupted(),
                summary.failure() == null ? "" : summary.failure(),
                summary.cycles(),
                summary.fingerprint(),
                JsonText.line(summary));
    }

    private RunResult run(RunDriver driver, RunProgress progress, CostMeter meter) {
        Interrupts interrupts = Interrupts.handle(() -> {
            driver.interrupt();
            progress.clear();
            err.println("reweave: stopping at the next cut; Ctrl-C again kills");
            endBetweenCuts(meter);
        });
        try {
            RunResult result = driver.run();
            cuts.lock(); // unless the run is being ended at its last cut: then this process ends first
            return result;
        } finally {
            over.countDown();
            interrupts.close();
            progress.clear();
        }
    }

    private RunListener oneAtATime(RunListener listener) {
        return new RunListener() {
            @Override
            public void reports(long cycle, List<DeviceReport> reports) {
                cuts.lock();
                try {
                    listener.reports(cycle, reports);
                } finally {
                    cuts.unlock();
                }
            }

            @Override
            public void cut(CutTotals totals, List<Event> events) {
                cuts.lock();
                try {
                    listener.cut(totals, events);
                } finally {
                    cuts.unlock();
                }
            }
        };
    }

    /** Where cuts are far apart, a run that shall stop is ended with what its last cut knew. */
    void endBetweenCuts(CostMeter meter) {
        try {
            if (over.await(PATIENCE_MILLIS, TimeUnit.MILLISECONDS) || !cuts.tryLock()) {
                return;
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return;
        }
        long hops = recorder.series().last().count(Counter.FLIT_HOPS);
        Summary summary = summaries.stopped(meter.cost(hops, 0));
        try {
            complete(summary, new Latencies());
        } catch (IOException | RuntimeException e) {
            err.println("reweave: the results could not be written: " + e.getMessage());
        }
        err.println("reweave: no cut came; the run is ended with what its last cut knew");
        ending.accept(summary);
    }

    /**
     * Completes the folder of a run that broke off. Its journal ends with the failure, unless that is the journal's
     * own.
     */
    private void keep(Throwable failure, CostMeter meter, long messages) {
        try {
            Summary.Cost cost = meter.cost(recorder.series().last().count(Counter.FLIT_HOPS), messages);
            Summary summary = summaries.failed(cause(failure), cost);
            folder.mark(summary); // whatever else fails, the folder says so
            if (journal != null && !(failure instanceof JournalException)) {
                journal.end(ending(summary));
            }
            if (journal != null) {
                journal.close();
            }
            finish(summary, new Latencies());
            err.println("reweave: what the run has written is in " + folder.path() + ", marked failed");
        } catch (IOException | RuntimeException | OutOfMemoryError e) {
            if (!(failure instanceof JournalException)) { // a full disk needs one message, not two
                err.println("reweave: " + folder.path() + " could not be completed: "
                        + (e instanceof IOException io ? InputFile.reason(io) : e.toString())
                        + "; what there is of it is in " + folder.unfinished());
            }
        }
    }

    private static String cause(Throwable failure) {
        if (failure instanceof UncheckedIOException io) {
            return InputFile.reason(io.getCause());
        }
        return failure instanceof JournalException
                ? failure.getMessage()
                : failure.toString().replaceAll("\\R", " ");
    }
}
