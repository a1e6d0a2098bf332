package org.reweave.emulator.run;

import java.io.IOException;
import java.util.List;
import org.reweave.emulator.governor.CutTotals;
import org.reweave.emulator.governor.Event;
import org.reweave.emulator.network.Network;
import org.reweave.emulator.results.EventLines;
import org.reweave.emulator.results.LatencyLog;
import org.reweave.emulator.results.RunFolder;
import org.reweave.emulator.results.RunRecorder;
import org.reweave.emulator.results.Summary;
import org.reweave.emulator.results.report.Report;
import org.reweave.emulator.stats.Latencies;

/** The folder of a run: events while it goes on, everything else at its end. */
final class FolderOutput implements RunOutput {
    private final RunFolder folder;
    private final Network network;
    private final RunRecorder recorder;
    private final String command;
    private final EventLines lines;

    FolderOutput(RunFolder folder, Network network, RunRecorder recorder, String command) {
        this.folder = folder;
        this.network = network;
        this.recorder = recorder;
        this.command = command;
        this.lines = new EventLines(network);
    }

    @Override
    public void cut(CutTotals totals, List<Event> events) {
        events.forEach(event -> folder.event(lines.line(event)));
        if (!events.isEmpty()) {
            folder.show();
        }
    }

    @Override
    public void prepare(Summary summary, Latencies latencies) throws IOException {
        folder.write(RunFolder.LATENCIES, LatencyLog.of(latencies, recorder.scale(), summary.cycles()));
        folder.write(RunFolder.LINKS, recorder.linksCsv());
        folder.write(RunFolder.PERCENTILES, recorder.percentilesCsv(latencies));
        folder.write(RunFolder.REPORT, Report.html(network, recorder, summary, latencies, command));
        folder.close(summary, recorder.csv());
    }

    @Override
    public void complete(Summary summary) throws IOException {
        folder.finish();
    }
}
