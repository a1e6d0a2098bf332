package org.reweave.emulator.reproduce;

import java.util.List;
import java.util.function.Predicate;

/**
 * What a reproduction found.
 *
 * @param axis name of the plots' axis; empty when no row is plotted
 * @param rows grouped by part, in the paper's order
 * @param remarks what the text says around the numbers, what is lost, and where the paper is wrong
 */
public record Outcome(
        String name, String title, String source, Tag tag, String axis, List<Row> rows, List<String> remarks) {
    public Outcome {
        rows = List.copyOf(rows);
        remarks = List.copyOf(remarks);
    }

    /** @param axis see above */
    static Outcome of(Reproduction reproduction, String axis, List<Row> rows, List<String> remarks) {
        return new Outcome(
                reproduction.name(),
                reproduction.title(),
                reproduction.source(),
                reproduction.tag(),
                axis,
                rows,
                remarks);
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
