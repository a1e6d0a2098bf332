package org.reweave.emulator.reproduce;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.reweave.routing.topology.Faults;
import org.reweave.routing.verify.MultipathReport;

/**
 * TFTR when SLs are few: Table 8.3, disjoint paths of pairs, and Table 8.4, the SLs that paths use. Source: thesis
 * §8.1.3.
 */
final class BoundedLevels implements Reproduction {
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

    @Override
    public String name() {
        return table == Table.PATHS ? "thesis-table-8.3" : "thesis-table-8.4";
    }

    @Override
    public String title() {
        return table == Table.PATHS
                ? "pairs with n disjoint paths, TFTR with 2 VLs and few SLs"
                : "paths by SL, TFTR with 2 VLs and few SLs";
    }

    @Override
    public String source() {
        return table == Table.PATHS ? "thesis §8.1.3, Table 8.3" : "thesis §8.1.3, Table 8.4";
    }

    @Override
    public Tag tag() {
        return Tag.HEURISTIC;
    }

    @Override
    public String needs() {
        return "engine tftr; half a minute";
    }

    @Override
    public Outcome run(Settings settings, Progress progress) {
        List<Map<String, String>> lines = PaperTable.of(name() + ".csv").lines();
        List<Row> rows = new ArrayList<>();
        progress.start(title(), lines.size());
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
        return Outcome.of(this, "", rows, remarks);
    }

    private static Row paths(Map<String, String> line, String label, int n, MultipathReport report) {
        Row row = Row.in("pairs, %", "n=" + n, label).printed(line.get("n" + n)).ours(100 * report.fraction(n));
        return n == 3 && !line.get("corrected-n3").isEmpty()
                ? row.misprintOf(line.get("corrected-n3"), "misprint: the row sums to 109.88")
                : row;
    }

    private static Row level(Map<String, String> line, String label, int level, MultipathReport report) {
        return Row.in("paths, %", "SL " + level, label)
                .printed(line.get("sl" + level))
                .ours(100.0 * report.pathsByLevel().get(level) / report.paths());
    }
}
