package org.reweave.emulator.reproduce.thesis;

import java.util.ArrayList;
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
import org.reweave.routing.topology.Fabric;
import org.reweave.routing.topology.FabricGenerators;
import org.reweave.routing.topology.Faults;
import org.reweave.routing.topology.SwitchGraph;
import org.reweave.routing.verify.MultipathReport;

/**
 * How many disjoint paths pairs get from TFTR and from up*&#47;down*, and the SLs that TFTR takes. Source: thesis
 * §8.1.1, §8.1.3, Table 8.2.
 */
final class DisjointPathCounts implements Computation {
    private static final int MOST_PATHS = 6;

    /** The description of what this class computes. */
    Reproduction described() {
        return new Reproduction(
                "thesis-table-8.2",
                "pairs with n disjoint paths, TFTR with unbounded SLs and up*/down*",
                "thesis §8.1.1 and §8.1.3, Table 8.2",
                Tag.EXACT,
                "engine tftr, disjoint paths of up*/down*; a minute or two",
                this);
    }

    @Override
    public Computed run(Settings settings, Progress progress) {
        List<Map<String, String>> lines = PaperTable.of("thesis-table-8.2.csv").lines();
        List<PaperRow> pairs = new ArrayList<>();
        List<PaperRow> levels = new ArrayList<>();
        List<PaperRow> tree = new ArrayList<>();
        progress.start(described().title(), lines.size());
        for (Map<String, String> line : lines) {
            String torus = line.get("torus");
            if (!ThesisTable.included(torus, settings)) {
                progress.done(1);
                continue;
            }
            if (line.get("method").equals("TFTR")) {
                MultipathReport report = MultipathReport.of(ThesisTable.tables(torus, "tftr", Map.of()), Faults.none());
                for (int n = 1; n <= MOST_PATHS; n++) {
                    addPairs(pairs, "TFTR, 2 VLs: pairs, %", line, n, 100 * report.fraction(n), Tag.EXACT);
                }
                levels.add(ThesisTable.row("TFTR, 2 VLs: SLs", "SLs", torus)
                        .printed(line.get("sls"))
                        .ours(report.sls()));
            } else {
                double[] shares = upDown(torus);
                for (int n = 1; n <= MOST_PATHS; n++) {
                    addPairs(tree, "up*/down*, 1 VL: pairs, %", line, n, shares[n], Tag.HEURISTIC);
                }
            }
            progress.done(1);
        }
        List<PaperRow> rows = new ArrayList<>(pairs);
        rows.addAll(levels);
        rows.addAll(tree);
        return new Computed(
                "radix of the 2-D torus",
                rows,
                List.of(
                        "Paths are read from the installed tables, and share neither a link nor a switch but the ends.",
                        "SLs: fewer is better; they depend on the order of pairs, which the thesis leaves open.",
                        "The thesis' spanning tree is not printed: ours is a BFS tree with the root auto, and its shares are"
                                + " expected within about 6 points, not tuned. The number of paths is searched for each pair."));
    }

    private static void addPairs(
            List<PaperRow> rows, String part, Map<String, String> line, int n, double share, Tag tag) {
        String printed = line.get("n" + n);
        if (!printed.isEmpty()) {
            rows.add(ThesisTable.row(part, "n=" + n, line.get("torus"))
                    .printed(printed)
                    .ours(share)
                    .tag(tag));
        }
    }

    /** @return percentage of ordered pairs by disjoint paths, {@code [0..MOST_PATHS]} */
    private static double[] upDown(String torus) {
        Fabric fabric = FabricGenerators.parse("torus:" + torus);
        SwitchGraph graph = SwitchGraph.of(fabric, Faults.none());
        UpDownPaths paths = new UpDownPaths(graph, ThesisTable.order(fabric, UpDownOrder.Tree.BFS));
        double[] shares = new double[MOST_PATHS + 1];
        int switches = graph.switchCount();
        double one = 100.0 / ((double) switches * (switches - 1));
        for (int from = 0; from < switches; from++) {
            for (int to = 0; to < switches; to++) {
                if (from != to) {
                    shares[paths.count(from, to)] += one;
                }
            }
        }
        return shares;
    }
}
