package org.reweave.emulator.cli.run;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.UncheckedIOException;
import java.util.function.Function;
import org.reweave.emulator.cli.common.InputFile;
import org.reweave.emulator.cli.common.Interrupts;
import org.reweave.emulator.cli.common.ProgressLine;
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
    private final Network network;
    private final RunFolder folder;
    private final RunRecorder recorder;
    private final SummaryWriter summaries;
    private final String command;
    private final PrintWriter err;
    private final RunJournal journal; // null = none

    /**
     * @param journal null = none; it is closed when the run is over
     * @param err for progress and remarks
     */
    RunSession(
            Network network, SummaryWriter.Identity identity, RunFolder folder, RunJournal journal, PrintWriter err) {
        EventLines lines = new EventLines(network);
        this.network = network;
        this.folder = folder;
        this.recorder = new RunRecorder(network, event -> folder.event(lines.line(event)));
        this.summaries = new SummaryWriter(identity, network, recorder);
        this.command = identity.command();
        this.journal = journal;
        this.err = err;
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
        ProgressLine progress = ProgressLine.open(err, quiet);
        long trafficStop = network.resolved().scenario().traffic().stop();
        RunListener listener =
                quiet ? recorder : RunListener.inTurn(recorder, new RunProgress(progress, recorder, trafficStop));
        CostMeter meter = new CostMeter();
        RunDriver driver = null;
        try {
            driver = drivers.apply(journal == null ? listener : journal.listener(listener));
            RunResult result = run(driver, progress);
            Summary summary =
                    summaries.summary(result, meter.cost(result.last().count(Counter.FLIT_HOPS), driver.messages()));
            complete(summary, result.latencies());
            return summary;
        } catch (RuntimeException | Error e) {
            progress.close();
            keep(e, meter, driver == null ? 0 : driver.messages());
            throw e;
        }
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

    private RunResult run(RunDriver driver, ProgressLine progress) {
        Interrupts interrupts = Interrupts.handle(() -> {
            driver.interrupt();
            progress.close();
            err.println("reweave: stopping at the next cut; Ctrl-C again kills");
        });
        try {
            return driver.run();
        } finally {
            interrupts.close();
            progress.close();
        }
    }

    /**
     * Completes the folder of a run that broke off. Its journal ends with the failure, unless that is the journal's
     * own.
     */
    private void keep(Throwable failure, CostMeter meter, long messages) {
        try {
            Summary.Cost cost = meter.cost(recorder.series().last().count(Counter.FLIT_HOPS), messages);
            Summary summary = summaries.failed(cause(failure), cost);
            if (journal != null && !(failure instanceof JournalException)) {
                journal.end(ending(summary));
            }
            if (journal != null) {
                journal.close();
            }
            finish(summary, new Latencies());
            err.println("reweave: what the run has written is in " + folder.path() + ", marked failed");
        } catch (IOException | RuntimeException e) {
            if (!(failure instanceof JournalException)) { // a full disk needs one message, not two
                err.println("reweave: " + folder.path() + " could not be completed: "
                        + (e instanceof IOException io ? InputFile.reason(io) : e.toString()));
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
