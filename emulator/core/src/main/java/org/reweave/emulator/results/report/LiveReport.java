package org.reweave.emulator.results.report;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;
import org.reweave.emulator.network.Network;
import org.reweave.emulator.results.JsonText;
import org.reweave.emulator.results.RunRecorder;
import org.reweave.emulator.results.Summary;
import org.reweave.emulator.stats.Latencies;

/** The data of a run's page while the run goes on, for a page that takes newer data again and again. */
public final class LiveReport {
    /** The outcome that the data have. */
    public static final String OUTCOME = "in progress";

    private final String title;
    private final long cycle;
    private final ReportData data;

    private LiveReport(String title, long cycle, ReportData data) {
        this.title = title;
        this.cycle = cycle;
        this.data = data;
    }

    /**
     * A copy of what a recorder knows; the recorder may go on afterwards.
     *
     * @param soFar a summary up to the last cut
     * @param command that started the run; empty = unknown
     */
    public static LiveReport of(Network network, RunRecorder recorder, Summary soFar, String command) {
        JsonNode summary = JsonText.tree(soFar);
        ((ObjectNode) summary).put("outcome", OUTCOME).put("interrupted", false);
        return new LiveReport(
                soFar.scenario() + ", seed " + soFar.seed() + ": " + OUTCOME,
                soFar.cycles(),
                Report.data(network, recorder, summary, new Latencies(), command));
    }

    /** The cut up to which the data go. */
    public long cycle() {
        return cycle;
    }

    /** A line of JSON. */
    public String json() {
        return JsonText.line(data);
    }

    /**
     * The page in UTF-8.
     *
     * @param scripts addresses of {@link #library}, {@link #script} and of what makes the page take newer data
     */
    public byte[] page(List<String> scripts) {
        return ReportPage.served(title, scripts, json());
    }

    /** The chart library. */
    public static byte[] library() {
        return ReportPage.library();
    }

    /** The script that fills the page. */
    public static byte[] script() {
        return ReportPage.script();
    }
}
