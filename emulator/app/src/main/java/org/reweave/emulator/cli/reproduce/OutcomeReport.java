package org.reweave.emulator.cli.reproduce;

import java.util.ArrayList;
import java.util.List;
import org.reweave.emulator.cli.common.Amounts;
import org.reweave.emulator.reproduce.ReproductionOutcome;
import org.reweave.emulator.reproduce.Tag;

/** The lines that {@code reweave reproduce} prints for people. */
final class OutcomeReport {
    private OutcomeReport() {}

    static List<String> of(ReproductionOutcome outcome) {
        List<String> lines = new ArrayList<>(List.of(outcome.name() + ": " + outcome.title(), source(outcome), ""));
        OutcomeTables.rows(outcome).text().forEach(line -> lines.add("  " + line));
        lines.add("");
        lines.addAll(outcome.remarks());
        OutcomeTables.Counts counts = OutcomeTables.Counts.of(outcome);
        lines.add(counts.agree() + " of " + counts.judged() + " judged values agree; " + outcome.exactDifferences()
                + " [exact], " + outcome.differences(Tag.STAT) + " [stat] and " + outcome.differences(Tag.HEURISTIC)
                + " [heuristic] differ"
                + (counts.open() == 0 ? "" : ", " + counts.open() + " open: too few samples"));
        lines.add("");
        return lines;
    }

    /** The place in its paper, and how many runs each point has where there are runs. */
    static String source(ReproductionOutcome outcome) {
        return outcome.runs() == null
                ? outcome.source()
                : outcome.source() + "; " + Amounts.count(outcome.runs(), "run") + " of each point";
    }

    /** A line per reproduction. */
    static List<String> agreement(List<ReproductionOutcome> outcomes) {
        List<String> lines = new ArrayList<>(List.of(""));
        lines.addAll(OutcomeTables.agreement(outcomes).text());
        return lines;
    }
}
