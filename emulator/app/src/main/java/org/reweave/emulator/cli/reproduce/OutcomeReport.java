package org.reweave.emulator.cli.reproduce;

import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import org.reweave.emulator.reproduce.Agreement;
import org.reweave.emulator.reproduce.Outcome;
import org.reweave.emulator.reproduce.Printed;
import org.reweave.emulator.reproduce.Row;

/** What {@code reweave reproduce} prints for people. */
final class OutcomeReport {
    private OutcomeReport() {}

    static String entry(ReproduceCommand.Entry entry) {
        return format(
                "%s  [%s] %s%n    %s; %s%n", entry.name(), entry.tag(), entry.source(), entry.title(), entry.needs());
    }

    static String of(Outcome outcome) {
        StringBuilder text = new StringBuilder();
        text.append(format("%s: %s%n%s%n", outcome.name(), outcome.title(), outcome.source()));
        int series = width(outcome.rows().stream().map(Row::series).toList());
        int label = width(outcome.rows().stream().map(Row::label).toList());
        String part = "";
        for (Row row : outcome.rows()) {
            if (!row.part().equals(part)) {
                part = row.part();
                text.append(format("%n%s%n", part));
                text.append(format(
                        "  %-" + series + "s  %-" + label + "s  %12s  %12s  %12s  %10s  %-28s%n",
                        "",
                        "",
                        "paper",
                        "ours",
                        "difference",
                        "samples",
                        "interval"));
            }
            text.append(line(row, series, label)).append(System.lineSeparator());
        }
        text.append(System.lineSeparator());
        outcome.remarks().forEach(remark -> text.append(remark).append(System.lineSeparator()));
        return text.append(summary(outcome)).append(System.lineSeparator()).toString();
    }

    private static String line(Row row, int series, int label) {
        String line = format(
                "  %-" + series + "s  %-" + label + "s  %12s  %12s  %12s  %10s  %-28s%s%s",
                row.series(),
                row.label(),
                row.paper() == null ? "" : row.paper().text(),
                row.ours() == null ? "" : number(row.ours()),
                row.difference() == null ? "" : (row.difference() > 0 ? "+" : "") + number(row.difference()),
                row.samples() == 0 ? "" : format("%,d", row.samples()),
                interval(row),
                row.verdict() == Agreement.NONE ? "" : "  [" + row.tag() + "] " + row.verdict(),
                row.verdict() == Agreement.NONE && row.paper() != null ? "  [" + row.tag() + "]" : "");
        return (line + expected(row.expected()) + (row.note().isEmpty() ? "" : "  (" + row.note() + ")"))
                .stripTrailing();
    }

    private static String expected(Printed expected) {
        return expected == null ? "" : " with " + expected.text();
    }

    static String interval(Row row) {
        if (row.low() == null) {
            return "";
        }
        return row.confidence() == 1
                ? "all sets"
                : format("%s..%s (%.0f%%)", number(row.low()), number(row.high()), 100 * row.confidence());
    }

    private static String summary(Outcome outcome) {
        Verdicts verdicts = Verdicts.of(outcome);
        return format(
                "%d of %d judged values agree; %d [exact] and %d [stat] differ%s%n",
                verdicts.agree(),
                verdicts.judged(),
                outcome.exactDifferences(),
                verdicts.differ() - outcome.exactDifferences(),
                verdicts.open() == 0 ? "" : ", " + verdicts.open() + " open: too few samples");
    }

    /** A line per reproduction. */
    static String agreement(List<Outcome> outcomes) {
        int width = width(outcomes.stream().map(Outcome::name).toList());
        StringBuilder text = new StringBuilder(
                format("%n%-" + width + "s %8s %8s %8s %8s%n", "", "judged", "agree", "differ", "open"));
        for (Outcome outcome : outcomes) {
            Verdicts verdicts = Verdicts.of(outcome);
            text.append(format(
                    "%-" + width + "s %8d %8d %8d %8d%n",
                    outcome.name(),
                    verdicts.judged(),
                    verdicts.agree(),
                    verdicts.differ(),
                    verdicts.open()));
        }
        return text.toString();
    }

    /** Six digits at most, whole numbers with separators. */
    static String number(double value) {
        if (value == StrictMath.rint(value) && StrictMath.abs(value) < 1e15) {
            return format("%,d", (long) value);
        }
        double size = StrictMath.abs(value);
        return size >= 1000 ? format("%,.1f", value) : size >= 0.01 ? format("%.4f", value) : format("%.3g", value);
    }

    private static int width(List<String> texts) {
        return texts.stream()
                        .map(String::length)
                        .collect(Collectors.summarizingInt(l -> l))
                        .getMax()
                + 1;
    }

    private static String format(String format, Object... values) {
        return String.format(Locale.ROOT, format, values);
    }
}
