package org.reweave.emulator.reproduce.thesis;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.reweave.emulator.reproduce.Computation;
import org.reweave.emulator.reproduce.Computed;
import org.reweave.emulator.reproduce.PaperRow;
import org.reweave.emulator.reproduce.PaperTable;
import org.reweave.emulator.reproduce.Progress;
import org.reweave.emulator.reproduce.Reproduction;
import org.reweave.emulator.reproduce.Settings;
import org.reweave.emulator.reproduce.Tag;
import org.reweave.routing.engine.updown.UpDownOrder;
import org.reweave.routing.rftr.TurnRules;
import org.reweave.routing.table.RoutingTables;
import org.reweave.routing.topology.Fabric;
import org.reweave.routing.topology.FabricGenerators;
import org.reweave.routing.topology.Faults;
import org.reweave.routing.topology.SwitchGraph;
import org.reweave.routing.verify.MultipathReport;

/**
 * Lengths of the paths of TFTR and up*&#47;down*: Table 8.5, 2 VLs, and Table 8.6, 4 VLs. Source: thesis §8.1.4,
 * §8.1.5.
 */
final class PathMetrics implements Computation {
    private static final String LENGTH = "average path length, links";
    private static final String SHORTEST = "average length of shortest paths, links";
    private static final String TRANSITIONS = "paths with t transitions, %";
    private static final String LEVELS = "SLs";

    private final int lanes;

    /** @param lanes VLs: 2 for Table 8.5, 4 for Table 8.6 */
    PathMetrics(int lanes) {
        this.lanes = lanes;
    }

    /** The description of what this class computes. */
    Reproduction described() {
        return new Reproduction(
                lanes == 2 ? "thesis-table-8.5" : "thesis-table-8.6",
                lanes == 2
                        ? "path lengths and transitions, TFTR with 2 VLs and up*/down*"
                        : "path lengths and SLs, TFTR with 4 VLs",
                lanes == 2 ? "thesis §8.1.4, Table 8.5" : "thesis §8.1.5, Table 8.6",
                Tag.HEURISTIC,
                lanes == 2
                        ? "engine tftr, disjoint paths of up*/down*; a minute or two"
                        : "engine tftr; some ten seconds",
                this);
    }

    @Override
    public Computed run(Settings settings, Progress progress) {
        List<Map<String, String>> lines =
                PaperTable.of(described().name() + ".csv").lines();
        List<PaperRow> found = new ArrayList<>();
        progress.start(described().title(), lines.size());
        for (Map<String, String> line : lines) {
            if (ThesisTable.included(line.get("torus"), settings)) {
                if (line.getOrDefault("method", "TFTR").equals("TFTR")) {
                    tftr(found, line);
                } else {
                    upDown(found, line);
                }
            }
            progress.done(1);
        }
        List<PaperRow> rows = new ArrayList<>();
        for (String part : List.of(LENGTH, SHORTEST, TRANSITIONS, LEVELS)) {
            found.stream().filter(row -> row.part().equals(part)).forEach(rows::add);
        }
        List<String> remarks = new ArrayList<>();
        remarks.add(
                "Lengths depend on which of many disjoint sets is chosen. Shorter is better; average topological distances are in"
                        + " thesis-torus-distances.");
        if (lanes == 2) {
            remarks.add(
                    "up*/down*: a BFS tree with the root auto; the thesis' tree is not printed. Its paths are those counted in"
                            + " thesis-table-8.2.");
        }
        return new Computed("radix of the 2-D torus", rows, remarks);
    }

    private void tftr(List<PaperRow> rows, Map<String, String> line) {
        String torus = line.get("torus");
        RoutingTables tables = ThesisTable.tables(
                torus, "tftr", Map.of("vls", Integer.toString(lanes), "priority", lanes == 2 ? "turns" : "length"));
        MultipathReport report = MultipathReport.of(tables, Faults.none());
        String series = "TFTR, " + lanes + " VLs";
        rows.add(ThesisTable.row(LENGTH, series, torus)
                .printed(line.get("average"))
                .ours(report.meanHops()));
        rows.add(ThesisTable.row(SHORTEST, series, torus)
                .printed(line.get("shortest"))
                .ours(report.meanFirstHops()));
        rows.add(ThesisTable.row(LEVELS, series, torus).printed(line.get("sls")).ours(report.sls()));
        if (lanes == 2) {
            Fabric fabric = tables.fabric();
            UpDownOrder order = ThesisTable.order(fabric, UpDownOrder.Tree.DFS);
            long[] byTurns = MultipathReport.transitions(tables, TurnRules.upDown(fabric, order));
            double all = Arrays.stream(byTurns).sum();
            for (int t = 0; t < 2; t++) {
                rows.add(ThesisTable.row(TRANSITIONS, "t=" + t, torus)
                        .printed(line.get("t" + t))
                        .ours(100 * byTurns[t] / all));
            }
        }
    }

    private static void upDown(List<PaperRow> rows, Map<String, String> line) {
        String torus = line.get("torus");
        Fabric fabric = FabricGenerators.parse("torus:" + torus);
        SwitchGraph graph = SwitchGraph.of(fabric, Faults.none());
        UpDownPaths paths = new UpDownPaths(graph, ThesisTable.order(fabric, UpDownOrder.Tree.BFS));
        long hops = 0;
        long count = 0;
        long shortest = 0;
        for (int from = 0; from < graph.switchCount(); from++) {
            for (int to = 0; to < graph.switchCount(); to++) {
                if (from != to) {
                    count += paths.count(from, to);
                    hops += paths.hops();
                    shortest += paths.distance(from, to);
                }
            }
        }
        double pairs = (double) graph.switchCount() * (graph.switchCount() - 1);
        rows.add(ThesisTable.row(LENGTH, "up*/down*", torus)
                .printed(line.get("average"))
                .ours((double) hops / count));
        rows.add(ThesisTable.row(SHORTEST, "up*/down*", torus)
                .printed(line.get("shortest"))
                .ours(shortest / pairs));
    }
}
