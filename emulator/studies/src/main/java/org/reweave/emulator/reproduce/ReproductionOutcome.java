package org.reweave.emulator.reproduce;

import java.util.List;
import java.util.function.Predicate;

/**
 * The outcome of a reproduction: the reproduction's description, and the content of {@link Computed}.
 *
 * @param runs of each point where the rows come of emulated ones, else null
 */
public record ReproductionOutcome(
        String name,
        String title,
        String source,
        Tag tag,
        Integer runs,
        String axis,
        List<PaperRow> rows,
        List<String> remarks) {
    public ReproductionOutcome {
        rows = List.copyOf(rows);
        remarks = List.copyOf(remarks);
    }

    /** Rows for which [exact] was promised and not kept. */
    public long exactDifferences() {
        return differences(Tag.EXACT);
    }

    /** Rows with a tag that differ. */
    public long differences(Tag of) {
        return count(row -> row.tag() == of && row.verdict() == Agreement.DIFFERS);
    }

    public long count(Predicate<PaperRow> which) {
        return rows.stream().filter(which).count();
    }

    /** Whether {@link OutcomePlot} has anything to draw. */
    public boolean plotted() {
        return count(row -> row.x() != null) > 0;
    }
}
