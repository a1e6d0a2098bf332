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
import org.reweave.routing.topology.Faults;
import org.reweave.routing.verify.MultipathReport;

/**
 * TFTR when SLs are few: Table 8.3, disjoint paths of pairs, and Table 8.4, the SLs that paths use. Source: thesis
 * §8.1.3.
 */
final class BoundedLevels implements Computation {
    private static final int MOST = 4; // paths, and SLs

    /** Which of the two tables. */
    enum Table {
        PATHS,
        LEVELS
    }

    private final Table table;

    BoundedLevels(Table table) {
        this.table = table;
    }

    /** The description of what this class computes. */
    Reproduction described() {
        return new Reproduction(
                table == Table.PATHS ? "thesis-table-8.3" : "thesis-table-8.4",
                table == Table.PATHS
                        ? "pairs with n disjoint paths, TFTR with 2 VLs and few SLs"
                        : "paths by SL, TFTR with 2 VLs and few SLs",
                table == Table.PATHS ? "thesis §8.1.3, Table 8.3" : "thesis §8.1.3, Table 8.4",
                Tag.HEURISTIC,
                "engine tftr; half a minute",
                this);
    }

    @Override
    public Computed run(Settings settings, Progress progress) {
        List<Map<String, String>> lines =
                PaperTable.of(described().name() + ".csv").lines();
        List<PaperRow> rows = new ArrayList<>();
        progress.start(described().title(), lines.size());
        for (Map<String, String> line : lines) {
            String torus = line.get("torus");
            if (ThesisTable.included(torus, settings)) {
                MultipathReport report = MultipathReport.of(
                        ThesisTable.tables(torus, "tftr", Map.of("sls", line.get("sls"))), Faults.none());
                String label = torus + ", " + line.get("sls") + " SLs";
                for (int i = 1; i <= MOST; i++) {
                    rows.add(table == Table.PATHS ? paths(line, label, i, report) : level(line, label, i - 1, report));
                }
            }
            progress.done(1);
        }
        rows.removeIf(row -> row.paper() == null);
        List<String> remarks = new ArrayList<>();
        remarks.add(
                "Which paths are dropped depends on the order of pairs and of candidate paths, which the thesis leaves open.");
        if (table == Table.PATHS) {
            remarks.add("The text says that all pairs keep two paths with 2 SLs, and three with 4 SLs on 8x8.");
        }
        return new Computed("", rows, remarks);
    }

    private static PaperRow paths(Map<String, String> line, String label, int n, MultipathReport report) {
        PaperRow row = PaperRow.in("pairs, %", "n=" + n, label)
                .printed(line.get("n" + n))
                .ours(100 * report.fraction(n));
        return n == 3 && !line.get("corrected-n3").isEmpty()
                ? row.misprintOf(line.get("corrected-n3"), "misprint: the row sums to 109.88")
                : row;
    }

    private static PaperRow level(Map<String, String> line, String label, int level, MultipathReport report) {
        return PaperRow.in("paths, %", "SL " + level, label)
                .printed(line.get("sl" + level))
                .ours(100.0 * report.pathsByLevel().get(level) / report.paths());
    }
}
