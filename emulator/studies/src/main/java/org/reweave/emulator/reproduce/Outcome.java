package org.reweave.emulator.reproduce;

import java.util.List;
import java.util.function.Predicate;

/** Outcome of a reproduction: the reproduction's description, and the content of {@link Computed}. */
public record Outcome(
        String name, String title, String source, Tag tag, String axis, List<Row> rows, List<String> remarks) {
    public Outcome {
        rows = List.copyOf(rows);
        remarks = List.copyOf(remarks);
    }

    /** Rows for which [exact] was promised and not kept. */
    public long exactDifferences() {
        return count(row -> row.tag() == Tag.EXACT && row.verdict() == Agreement.DIFFERS);
    }

    public long count(Predicate<Row> which) {
        return rows.stream().filter(which).count();
    }

    /** Whether {@link OutcomePlot} has anything to draw. */
    public boolean plotted() {
        return count(row -> row.x() != null) > 0;
    }
}
