package org.reweave.emulator.reproduce.thesis;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.reweave.emulator.reproduce.Computation;
import org.reweave.emulator.reproduce.Computed;
import org.reweave.emulator.reproduce.PaperRow;
import org.reweave.emulator.reproduce.Progress;
import org.reweave.emulator.reproduce.Reproduction;
import org.reweave.emulator.reproduce.Settings;
import org.reweave.emulator.reproduce.Tag;
import org.reweave.routing.engine.updown.UpDownOrder;
import org.reweave.routing.table.RoutingTables;
import org.reweave.routing.topology.Fabric;
import org.reweave.routing.topology.FabricGenerators;
import org.reweave.routing.topology.Faults;
import org.reweave.routing.topology.SwitchGraph;
import org.reweave.routing.verify.MultipathReport;

/**
 * Lengths of SPFTR's and A-SPFTR's shortest paths, and SLs beside those of TFTR. Source: thesis §8.2.2, Fig. 8.6;
 * §8.2.4, Fig. 8.8.
 */
final class SpftrPathLength implements Computation {
    private static final String LENGTH = "average length of shortest paths, links";
    private static final String LEVELS = "SLs";
    private static final Map<String, String> PRINTED_LEVELS = Map.of("spftr", "4", "a-spftr", "3");

    private final boolean levels;

    /** @param levels SLs (Fig. 8.8), else lengths (Fig. 8.6) */
    SpftrPathLength(boolean levels) {
        this.levels = levels;
    }

    /** The description of what this class computes. */
    Reproduction described() {
        return new Reproduction(
                levels ? "thesis-fig-8.8" : "thesis-fig-8.6",
                levels ? "SLs that TFTR, SPFTR and A-SPFTR need" : "path lengths of SPFTR, A-SPFTR and up*/down*",
                levels ? "thesis §8.2.4, Fig. 8.8" : "thesis §8.2.2, Fig. 8.6",
                levels ? Tag.EXACT : Tag.HEURISTIC,
                "engines spftr, a-spftr" + (levels ? ", tftr" : ", updown") + "; half a minute",
                this);
    }

    @Override
    public Computed run(Settings settings, Progress progress) {
        List<String> tori = settings.effort()
                .pick(
                        List.of("5x5", "6x6"),
                        List.of("5x5", "6x6", "7x7", "8x8", "10x10", "4x4x4"),
                        List.of("5x5", "6x6", "7x7", "8x8", "10x10", "12x12", "16x16", "20x20", "4x4x4", "6x6x6"));
        List<PaperRow> rows = new ArrayList<>();
        progress.start(described().title(), tori.size());
        for (String torus : tori) {
            for (String engine : List.of("spftr", "a-spftr")) {
                if (engine.equals("spftr") || ThesisTable.plane(torus)) {
                    add(rows, torus, engine);
                }
            }
            if (levels && ThesisTable.radix(torus) <= settings.effort().pick(5, 8, 10)) {
                add(rows, torus, "tftr");
            } else if (!levels) {
                upDown(rows, torus);
            }
            progress.done(1);
        }
        String remark = levels
                ? "The figure is lost; the text says: SPFTR takes 4 SLs and A-SPFTR 3 at any size, TFTR ever more (Table 8.2)."
                : "The figure is lost; the text says: SPFTR's shortest paths are shorter than up*/down*'s on average, and drift away from"
                        + " the topological distance as tori grow.";
        return new Computed("radix of the 2-D torus", rows, List.of(remark));
    }

    private void add(List<PaperRow> rows, String torus, String engine) {
        RoutingTables tables = ThesisTable.tables(torus, engine, Map.of());
        MultipathReport report = MultipathReport.of(tables, Faults.none());
        if (!levels) {
            rows.add(ThesisTable.row(LENGTH, engine, torus).ours(report.meanFirstHops()));
            if (engine.equals("spftr")) {
                rows.add(ThesisTable.row(LENGTH, "topological distance", torus).ours(report.meanDistance()));
            }
            return;
        }
        String printed = PRINTED_LEVELS.get(engine);
        PaperRow row = ThesisTable.row(LEVELS, engine, torus).ours(report.sls());
        rows.add(
                printed != null && ThesisTable.plane(torus)
                        ? row.printed(printed).tag(Tag.EXACT)
                        : row);
    }

    private static void upDown(List<PaperRow> rows, String torus) {
        Fabric fabric = FabricGenerators.parse("torus:" + torus);
        SwitchGraph graph = SwitchGraph.of(fabric, Faults.none());
        UpDownPaths paths = new UpDownPaths(graph, ThesisTable.order(fabric, UpDownOrder.Tree.BFS));
        long sum = 0;
        int switches = graph.switchCount();
        for (int from = 0; from < switches; from++) {
            for (int to = 0; to < switches; to++) {
                sum += from == to ? 0 : paths.distance(from, to);
            }
        }
        rows.add(ThesisTable.row(LENGTH, "up*/down*", torus).ours(sum / ((double) switches * (switches - 1))));
    }
}
