package org.reweave.emulator.cli.reproduce;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.ToLongFunction;
import java.util.stream.Collectors;
import org.reweave.emulator.cli.common.Amounts;
import org.reweave.emulator.reproduce.Agreement;
import org.reweave.emulator.reproduce.PaperRow;
import org.reweave.emulator.reproduce.ReproductionOutcome;
import org.reweave.emulator.table.Cell;
import org.reweave.emulator.table.Column;
import org.reweave.emulator.table.Table;

/** The tables of outcomes: the rows of one, and how many values of each agree with the paper. */
final class OutcomeTables {
    /** How many values of an outcome, or of all outcomes, agree with the paper. */
    record Counts(String name, String title, long agree, long differ, long open) {
        static Counts of(ReproductionOutcome outcome) {
            return new Counts(
                    outcome.name(),
                    outcome.title(),
                    outcome.count(row -> row.verdict() == Agreement.AGREES),
                    outcome.count(row -> row.verdict() == Agreement.DIFFERS),
                    outcome.count(row -> row.verdict() == Agreement.OPEN));
        }

        Counts and(Counts other) {
            return new Counts(name, title, agree + other.agree, differ + other.differ, open + other.open);
        }

        long judged() {
            return agree + differ + open;
        }
    }

    private static final List<Column<PaperRow>> ROWS = List.of(
            Column.text("", PaperRow::series),
            Column.text("", PaperRow::label),
            Column.number("paper", OutcomeTables::printed),
            Column.number("ours", row -> number(row.ours())),
            Column.number("difference", row -> signed(row.difference())),
            Column.number("samples", row -> row.samples() == 0 ? "" : Amounts.count(row.samples())),
            Column.number("interval", OutcomeTables::interval),
            Column.text("", OutcomeTables::verdict),
            Column.text("", row -> Cell.of(row.note()).style("wrap muted")));

    private static final List<Column<Counts>> COUNTS = List.of(
            count("judged", "", Counts::judged),
            count("agree", "good", Counts::agree),
            count("differ", "bad", Counts::differ),
            count("open", "doubtful", Counts::open));

    private OutcomeTables() {}

    /** The rows of an outcome beside the paper's values. */
    static Table rows(ReproductionOutcome outcome) {
        return Table.inParts(
                ROWS,
                outcome.rows().stream()
                        .collect(Collectors.groupingBy(PaperRow::part, LinkedHashMap::new, Collectors.toList())));
    }

    /** A line per outcome, for a terminal. */
    static Table agreement(List<ReproductionOutcome> outcomes) {
        List<Column<Counts>> columns = new ArrayList<>(List.of(Column.text("", Counts::name)));
        columns.addAll(COUNTS);
        return Table.of(columns, outcomes.stream().map(Counts::of).toList());
    }

    /** A line per outcome, by paper, and one of all, for a page that shows the outcomes below. */
    static Table agreement(Map<String, List<ReproductionOutcome>> papers) {
        List<Column<Counts>> columns = new ArrayList<>();
        columns.add(Column.text("", counts -> Cell.of(counts.name())
                .html("<a href=\"#" + counts.name() + "\">" + counts.name() + "</a>")));
        columns.add(Column.text("", counts -> Cell.of(counts.title()).style("wrap")));
        columns.addAll(COUNTS);
        columns.add(Column.text("", OutcomeTables::split));
        Map<String, List<Counts>> parts = new LinkedHashMap<>();
        papers.forEach(
                (paper, own) -> parts.put(paper, own.stream().map(Counts::of).toList()));
        parts.put(
                "all",
                List.of(parts.values().stream()
                        .flatMap(List::stream)
                        .reduce(new Counts("", "", 0, 0, 0), Counts::and)));
        return Table.inParts(columns, parts);
    }

    private static Column<Counts> count(String heading, String style, ToLongFunction<Counts> count) {
        return Column.number(heading, counts -> {
            long values = count.applyAsLong(counts);
            return values == 0
                    ? Cell.of("-").style("muted")
                    : Cell.of(Long.toString(values)).style(style);
        });
    }

    private static Cell split(Counts counts) {
        return Cell.of("")
                .html(
                        counts.judged() == 0
                                ? ""
                                : "<span class=\"split\">" + stripe("good", counts.agree(), counts)
                                        + stripe("bad", counts.differ(), counts)
                                        + stripe("doubtful", counts.open(), counts) + "</span>");
    }

    private static String stripe(String style, long values, Counts of) {
        return "<i class=\"" + style + "\" " + Cell.share((double) values, (double) of.judged()) + "></i>";
    }

    /** The printed value of a row, with the margin that the verdict allows. */
    private static String printed(PaperRow row) {
        if (row.paper() == null) {
            return "";
        }
        String text = row.expected() == null
                ? row.paper().text()
                : row.paper().text() + " (read " + row.expected().text() + ")";
        return row.margin() == 0 ? text : text + " +- " + number(row.margin());
    }

    private static String interval(PaperRow row) {
        if (row.low() == null) {
            return "";
        }
        return row.confidence() == 1
                ? "all sets"
                : String.format(
                        Locale.ROOT, "%s..%s (%.0f%%)", number(row.low()), number(row.high()), 100 * row.confidence());
    }

    private static Cell verdict(PaperRow row) {
        String tag = row.paper() == null ? "" : "[" + row.tag() + "]";
        return switch (row.verdict()) {
            case AGREES -> Cell.of(tag + " agrees").style("good");
            case DIFFERS -> Cell.of(tag + " differs").style("bad");
            case OPEN -> Cell.of(tag + " open").style("doubtful");
            case NONE -> Cell.of(tag);
        };
    }

    private static String signed(Double value) {
        return (value != null && value > 0 ? "+" : "") + number(value);
    }

    /** Six digits at most, whole numbers with separators; empty for null. */
    private static String number(Double value) {
        if (value == null) {
            return "";
        }
        if (value == StrictMath.rint(value) && StrictMath.abs(value) < 1e15) {
            return Amounts.count(value.longValue());
        }
        double size = StrictMath.abs(value);
        return String.format(Locale.ROOT, size >= 1000 ? "%,.1f" : size >= 0.01 ? "%.4f" : "%.3g", value);
    }
}
