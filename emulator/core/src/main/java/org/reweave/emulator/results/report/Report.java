package org.reweave.emulator.results.report;

import com.fasterxml.jackson.databind.JsonNode;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.reweave.emulator.network.Network;
import org.reweave.emulator.results.EventDigest;
import org.reweave.emulator.results.EventLines;
import org.reweave.emulator.results.Installations;
import org.reweave.emulator.results.JsonText;
import org.reweave.emulator.results.LeftOut;
import org.reweave.emulator.results.LinkLoads;
import org.reweave.emulator.results.RunRecorder;
import org.reweave.emulator.results.Summary;
import org.reweave.emulator.scenario.PlannedFault;
import org.reweave.emulator.scenario.ReconfigurationChoice;
import org.reweave.emulator.scenario.RoutingChoice;
import org.reweave.emulator.scenario.Scenario;
import org.reweave.emulator.stats.Latencies;
import org.reweave.emulator.traffic.TrafficParameters;
import org.reweave.routing.io.FileFinding;
import org.reweave.routing.topology.Fabric;

/** Makes the page of a run from its results. The same run gives the same page, but for its name, command and cost. */
public final class Report {
    /** Directed links shown at most. */
    static final int MOST_LINKS = 2000;

    private final Network network;
    private final Scenario scenario;
    private final RunRecorder recorder;
    private final Columns columns;

    private Report(Network network, RunRecorder recorder) {
        this.network = network;
        this.scenario = network.resolved().scenario();
        this.recorder = recorder;
        this.columns = new Columns(recorder.scale());
    }

    /**
     * The page in UTF-8.
     *
     * @param latencies empty when the run broke off
     * @param command that started the run; empty = unknown
     */
    public static byte[] html(
            Network network, RunRecorder recorder, Summary summary, Latencies latencies, String command) {
        ReportData data = data(network, recorder, JsonText.tree(summary), latencies, command);
        return ReportPage.whole(
                summary.scenario() + ", seed " + summary.seed() + ": "
                        + summary.outcome().label() + fork(summary.parent())
                        + branches(summary.branches()),
                data);
    }

    /** @param summary as {@code summary.json} has it, or so far */
    static ReportData data(
            Network network, RunRecorder recorder, JsonNode summary, Latencies latencies, String command) {
        return new Report(network, recorder).data(summary, latencies, command);
    }

    /** The style of a page of tables and drawings without scripts, which looks like a run's page, light and dark. */
    public static String styleOfTables() {
        return ReportPage.styleOfTables();
    }

    private static String branches(List<Summary.Branch> branches) {
        return branches == null
                ? ""
                : "; another branch from cycle "
                        + branches.stream()
                                .map(branch -> Long.toString(branch.cycle()))
                                .collect(Collectors.joining(", "))
                        + " on, where the lax run was resumed";
    }

    private static String fork(Summary.Parent parent) {
        return parent == null ? "" : "; fork of " + parent.run() + " at cycle " + parent.cycle();
    }

    private ReportData data(JsonNode summary, Latencies latencies, String command) {
        return new ReportData(
                summary,
                setup(),
                PictureData.of(network, recorder, columns),
                columns.course(recorder.series().intervals()),
                columns.bins(latencies.byDelivery()),
                columns.bins(latencies.byGeneration()),
                columns.distribution(latencies.networkHistogram(), latencies.longestNetwork()),
                columns.distribution(latencies.totalHistogram(), latencies.longestTotal()),
                links(),
                recorder.installations().changes().stream()
                        .map(this::installation)
                        .toList(),
                events(),
                scenario.resolved(),
                command,
                network.resolved().findings().stream()
                        .map(FileFinding::toString)
                        .toList(),
                LeftOut.nics(network),
                LeftOut.REASON);
    }

    private ReportData.Setup setup() {
        Fabric fabric = network.fabric();
        ReconfigurationChoice change = scenario.reconfiguration();
        boolean none = change.scheme().equals(ReconfigurationChoice.NONE);
        String target = change.routing().equals(scenario.routing()) ? "" : " to " + engine(change.routing());
        return new ReportData.Setup(
                fabric.name(),
                fabric.switchCount(),
                fabric.nicCount(),
                fabric.linkCount(),
                engine(scenario.routing()),
                none ? "no reconfiguration" : change.scheme() + target,
                traffic(scenario.traffic()),
                columns.ns(
                        recorder.measuresFrom().orElse(recorder.series().last().cycle())),
                scenario.traffic().trace().isPresent()
                        ? null
                        : (Double) columns.ns(scenario.traffic().stop()),
                network.resolved().faults().stream()
                        .map(fault -> new ReportData.Fault(
                                fault.element() == PlannedFault.Element.LINK ? "link" : "switch",
                                fault.name(),
                                columns.ns(fault.at()),
                                fault.until() == PlannedFault.FOR_EVER ? null : (Double) columns.ns(fault.until())))
                        .toList());
    }

    private static String traffic(TrafficParameters traffic) {
        return traffic.trace()
                .map(trace -> "trace " + Path.of(trace.file()).getFileName())
                .orElseGet(() -> traffic.pattern() + " traffic, " + traffic.process() + ", load " + traffic.load());
    }

    private static String engine(RoutingChoice choice) {
        String options = choice.options().values().entrySet().stream()
                .map(option -> option.getKey() + "=" + option.getValue())
                .sorted()
                .collect(Collectors.joining(", "));
        return choice.engine() + (options.isEmpty() ? "" : " (" + options + ")");
    }

    private ReportData.Links links() {
        List<LinkLoads.Load> all = recorder.links().loads();
        List<LinkLoads.Load> busiest = all.stream()
                .sorted(Comparator.comparingDouble(LinkLoads.Load::peak)
                        .reversed()) // stable: ties stay in the order of devices and ports
                .limit(MOST_LINKS)
                .toList();
        return new ReportData.Links(
                recorder.links().phases().stream()
                        .map(phase ->
                                new ReportData.Phase(phase.label(), columns.ns(phase.from()), columns.ns(phase.to())))
                        .toList(),
                all.size(),
                busiest.stream().map(LinkLoads.Load::name).toList(),
                busiest.stream().map(load -> fractions(load.data())).toList(),
                busiest.stream().map(load -> fractions(load.control())).toList());
    }

    private static double[] fractions(double[] values) {
        return Arrays.stream(values).map(Columns::fraction).toArray();
    }

    private ReportData.Installation installation(Installations.Change change) {
        String[] names = network.names();
        Fabric fabric = network.fabric();
        List<Installations.Row> rows = change.rows();
        return new ReportData.Installation(
                change.number(),
                columns.ns(change.readyAt()),
                change.around().stream().map(device -> names[device]).toList(),
                rows.stream().map(row -> names[row.device()]).toList(),
                rows.stream().map(row -> row.device() < fabric.switchCount()).toList(),
                rows.stream().map(Installations.Row::hops).toList(),
                rows.stream().map(row -> columns.ns(row.cycle())).toList(),
                rows.stream().map(Installations.Row::argument).toList(),
                change.left());
    }

    private ReportData.Events events() {
        EventDigest digest = recorder.digest();
        EventLines lines = new EventLines(network);
        String[] names = network.names();
        return new ReportData.Events(
                digest.counts().entrySet().stream()
                        .map(kind -> new ReportData.Kind(
                                kind.getKey().label(), kind.getValue(), EventDigest.isSignificant(kind.getKey())))
                        .toList(),
                digest.events().stream()
                        .map(event -> new ReportData.Row(
                                columns.ns(event.cycle()),
                                names[event.device()],
                                event.kind().label(),
                                text(lines.arguments(event))))
                        .toList());
    }

    private static String text(Map<String, Object> arguments) {
        return arguments.entrySet().stream()
                .map(argument -> argument.getKey() + " " + argument.getValue())
                .collect(Collectors.joining(", "));
    }
}
