package org.reweave.emulator.cli.reproduce;

import static org.reweave.emulator.cli.common.HtmlText.escape;

import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import org.reweave.emulator.cli.common.HtmlText;
import org.reweave.emulator.reproduce.Agreement;
import org.reweave.emulator.reproduce.Outcome;
import org.reweave.emulator.reproduce.OutcomePlot;
import org.reweave.emulator.reproduce.Row;
import org.reweave.emulator.reproduce.Settings;

/** All outcomes on one page, beside the papers' values, below a table of what agrees. */
final class ReproductionPage {
    private ReproductionPage() {}

    static String of(List<Outcome> outcomes, Settings settings) {
        StringBuilder page = new StringBuilder(HtmlText.begin("The papers' tables and figures"));
        page.append("<p>Effort ")
                .append(settings.effort().name().toLowerCase(Locale.ROOT))
                .append(", seed ")
                .append(settings.seed())
                .append(
                        ". A value agrees when it is the printed one, or when its interval holds it within the margin that the"
                                + " printed value has; it is open when there are too few samples to say.</p>\n<table>\n")
                .append(line("th", List.of("", "judged", "agree", "differ", "open")));
        long[] sums = new long[4];
        for (Outcome outcome : outcomes) {
            Verdicts verdicts = Verdicts.of(outcome);
            long[] counts = {verdicts.judged(), verdicts.agree(), verdicts.differ(), verdicts.open()};
            StringBuilder row = new StringBuilder("<tr><td><a href=\"#" + outcome.name() + "\">" + outcome.name()
                    + "</a> " + escape(outcome.title()) + "</td>");
            for (int i = 0; i < counts.length; i++) {
                sums[i] += counts[i];
                row.append("<td>").append(counts[i]).append("</td>");
            }
            page.append(row).append("</tr>\n");
        }
        page.append(line("th", List.of("all", "" + sums[0], "" + sums[1], "" + sums[2], "" + sums[3])))
                .append("</table>\n");
        outcomes.forEach(outcome -> section(outcome, page));
        return page.append(HtmlText.end()).toString();
    }

    private static void section(Outcome outcome, StringBuilder page) {
        page.append("<h2 id=\"")
                .append(outcome.name())
                .append("\">")
                .append(escape(outcome.name() + ": " + outcome.title()))
                .append("</h2>\n<p>")
                .append(escape(outcome.source()))
                .append("</p>\n");
        String part = "";
        for (Row row : outcome.rows()) {
            if (!row.part().equals(part)) {
                page.append(part.isEmpty() ? "" : "</table>\n");
                part = row.part();
                page.append("<h3>")
                        .append(escape(part))
                        .append("</h3>\n<table>\n")
                        .append(line("th", List.of("", "", "paper", "ours", "interval", "samples", "verdict", "note")));
            }
            page.append(line(
                    "td",
                    List.of(
                            row.series(),
                            row.label(),
                            printed(row),
                            row.ours() == null ? "" : OutcomeReport.number(row.ours()),
                            OutcomeReport.interval(row),
                            row.samples() == 0 ? "" : "" + row.samples(),
                            row.verdict() == Agreement.NONE ? "" : row.verdict().toString(),
                            row.note())));
        }
        page.append(part.isEmpty() ? "" : "</table>\n");
        if (outcome.plotted()) {
            page.append(OutcomePlot.of(outcome).svg());
        }
        outcome.remarks()
                .forEach(remark -> page.append("<p>").append(escape(remark)).append("</p>\n"));
    }

    /** With the margin that the verdict allows. */
    private static String printed(Row row) {
        if (row.paper() == null) {
            return "";
        }
        String text = row.expected() == null
                ? row.paper().text()
                : row.paper().text() + " (read " + row.expected().text() + ")";
        return row.margin() == 0 ? text : text + " ± " + OutcomeReport.number(row.margin());
    }

    private static String line(String cell, List<String> texts) {
        return texts.stream()
                .map(text -> "<" + cell + ">" + escape(text) + "</" + cell + ">")
                .collect(Collectors.joining("", "<tr>", "</tr>\n"));
    }
}
