package org.reweave.emulator.cli;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.function.Function;
import org.reweave.emulator.device.DeviceReport;
import org.reweave.emulator.governor.CutTotals;
import org.reweave.emulator.governor.Event;
import org.reweave.emulator.governor.RunDriver;
import org.reweave.emulator.governor.RunListener;
import org.reweave.emulator.governor.RunResult;
import org.reweave.emulator.network.Network;
import org.reweave.emulator.results.EventLines;
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

    /** @param err for progress and remarks */
    RunSession(Network network, SummaryWriter.Identity identity, RunFolder folder, PrintWriter err) {
        EventLines lines = new EventLines(network);
        this.network = network;
        this.folder = folder;
        this.recorder = new RunRecorder(network, event -> folder.event(lines.line(event)));
        this.summaries = new SummaryWriter(identity, network, recorder);
        this.command = identity.command();
        this.err = err;
    }

    RunRecorder recorder() {
        return recorder;
    }

    /** Runs. What breaks the run off is thrown, after the folder has been completed with what there is, as {@code failed}.
     *  @param drivers makes the driver for a listener
     *  @param quiet without progress */
    Summary run(Function<RunListener, RunDriver> drivers, boolean quiet) throws IOException {
        boolean terminal = Terminal.isStderr();
        RunProgress progress = new RunProgress(
                err, terminal, recorder, network.resolved().scenario().traffic().stop());
        RunListener listener = quiet ? recorder : both(recorder, progress);
        CostMeter meter = new CostMeter();
        RunDriver driver = null;
        try {
            driver = drivers.apply(listener);
            RunResult result = run(driver, progress);
            Summary summary =
                    summaries.summary(result, meter.cost(result.last().count(Counter.FLIT_HOPS), driver.messages()));
            finish(summary, result.latencies());
            return summary;
        } catch (RuntimeException | Error e) {
            progress.clear();
            keep(e, meter, driver == null ? 0 : driver.messages());
            throw e;
        }
    }

    private static RunListener both(RunListener first, RunListener second) {
        return new RunListener() {
            @Override
            public void reports(long cycle, List<DeviceReport> reports) {
                first.reports(cycle, reports);
                second.reports(cycle, reports);
            }

            @Override
            public void cut(CutTotals totals, List<Event> events) {
                first.cut(totals, events);
                second.cut(totals, events);
            }
        };
    }

    private void finish(Summary summary, Latencies latencies) throws IOException {
        folder.write(RunFolder.LATENCIES, LatencyLog.of(latencies, recorder.scale(), summary.cycles()));
        folder.write(RunFolder.REPORT, Report.html(network, recorder, summary, latencies, command));
        folder.finish(summary, recorder.csv());
    }

    private RunResult run(RunDriver driver, RunProgress progress) {
        Interrupts interrupts = Interrupts.handle(() -> {
            driver.interrupt();
            progress.clear();
            err.println("reweave: stopping at the next cut; Ctrl-C again kills");
        });
        try {
            return driver.run();
        } finally {
            interrupts.close();
            progress.clear();
        }
    }

    /** Completes the folder of a run that broke off. */
    private void keep(Throwable failure, CostMeter meter, long messages) {
        try {
            String cause = failure instanceof UncheckedIOException io
                    ? InputFile.reason(io.getCause())
                    : failure.toString().replaceAll("\\R", " ");
            Summary.Cost cost = meter.cost(recorder.series().last().count(Counter.FLIT_HOPS), messages);
            finish(summaries.failed(cause, cost), new Latencies());
            err.println("reweave: what the run has written is in " + folder.path() + ", marked failed");
        } catch (IOException | RuntimeException e) {
            err.println("reweave: " + folder.path() + " could not be completed: "
                    + (e instanceof IOException io ? InputFile.reason(io) : e.toString()));
        }
    }
}
