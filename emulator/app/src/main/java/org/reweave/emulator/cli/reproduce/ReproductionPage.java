package org.reweave.emulator.cli.reproduce;

import static org.reweave.emulator.cli.common.HtmlPage.escape;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;
import org.reweave.emulator.cli.common.HtmlPage;
import org.reweave.emulator.reproduce.Agreement;
import org.reweave.emulator.reproduce.Outcome;
import org.reweave.emulator.reproduce.OutcomePlot;
import org.reweave.emulator.reproduce.Row;
import org.reweave.emulator.reproduce.Settings;

/** All outcomes on one page, beside the papers' values, below a table of what agrees. */
final class ReproductionPage {
    private final HtmlPage page;

    private ReproductionPage(HtmlPage page) {
        this.page = page;
    }

    static String of(List<Outcome> outcomes, Settings settings) {
        HtmlPage html = new HtmlPage(
                "The papers' tables and figures",
                "A value agrees when it is the printed one, or when its interval holds it within the margin that the printed value"
                        + " has; it is open when there are too few samples to say.",
                "effort " + settings.effort().name().toLowerCase(Locale.ROOT) + ", seed " + settings.seed());
        Map<String, List<Outcome>> papers = outcomes.stream()
                .collect(Collectors.groupingBy(ReproductionPage::paper, LinkedHashMap::new, Collectors.toList()));
        ReproductionPage page = new ReproductionPage(html);
        page.agreement(papers);
        papers.forEach((paper, own) -> {
            for (int i = 0; i < own.size(); i++) {
                page.outcome(own.get(i), i == 0 ? paper : "");
            }
        });
        return html.toString();
    }

    /** The first word of its source. */
    private static String paper(Outcome outcome) {
        return outcome.source().split(" ", 2)[0];
    }

    private void agreement(Map<String, List<Outcome>> papers) {
        page.section("agreement", "What agrees", "What agrees");
        page.add(
                "<div class=\"scroll\">\n<table>\n<tr><th></th><th></th><th class=\"number\">judged</th>"
                        + "<th class=\"number\">agree</th><th class=\"number\">differ</th><th class=\"number\">open</th><th></th></tr>\n");
        long agree = 0;
        long differ = 0;
        long open = 0;
        for (Map.Entry<String, List<Outcome>> paper : papers.entrySet()) {
            part(paper.getKey());
            for (Outcome outcome : paper.getValue()) {
                Verdicts own = Verdicts.of(outcome);
                String link = "<a href=\"#" + outcome.name() + "\">" + outcome.name() + "</a>";
                agreement(link, escape(outcome.title()), own);
                agree += own.agree();
                differ += own.differ();
                open += own.open();
            }
        }
        part("all");
        agreement("", "", new Verdicts(agree, differ, open));
        page.add("</table>\n</div>\n");
    }

    private void part(String title) {
        page.add("<tr class=\"part\"><th colspan=\"7\">" + escape(title) + "</th></tr>\n");
    }

    private void agreement(String link, String title, Verdicts verdicts) {
        page.add("<tr><td>" + link + "</td><td class=\"wrap\">" + title + "</td>" + count(verdicts.judged(), "")
                + count(verdicts.agree(), "good") + count(verdicts.differ(), "bad") + count(verdicts.open(), "doubtful")
                + "<td>");
        if (verdicts.judged() > 0) {
            page.add("<span class=\"split\">" + stripe("good", verdicts.agree(), verdicts)
                    + stripe("bad", verdicts.differ(), verdicts) + stripe("doubtful", verdicts.open(), verdicts)
                    + "</span>");
        }
        page.add("</td></tr>\n");
    }

    private static String count(long values, String tone) {
        return values == 0
                ? "<td class=\"number muted\">-</td>"
                : "<td class=\"number " + tone + "\">" + values + "</td>";
    }

    private static String stripe(String tone, long values, Verdicts of) {
        return "<i class=\"" + tone + "\" " + HtmlPage.share((double) values, (double) of.judged()) + "></i>";
    }

    /** @param entry in the line of contents; empty = none */
    private void outcome(Outcome outcome, String entry) {
        page.section(outcome.name(), entry, outcome.name() + ": " + outcome.title());
        page.add("<p class=\"muted\">" + escape(outcome.source()) + "</p>\n");
        if (outcome.plotted()) {
            page.figure(OutcomePlot.of(outcome).svg());
        }
        String part = "";
        for (Row row : outcome.rows()) {
            if (!row.part().equals(part)) {
                page.add(part.isEmpty() ? "" : "</table>\n</div>\n");
                part = row.part();
                page.add("<h3>" + escape(part) + "</h3>\n<div class=\"scroll\">\n<table>\n<tr><th></th><th></th>"
                        + "<th class=\"number\">paper</th><th class=\"number\">ours</th><th class=\"number\">interval</th>"
                        + "<th class=\"number\">samples</th><th></th><th></th></tr>\n");
            }
            row(row);
        }
        page.add(part.isEmpty() ? "" : "</table>\n</div>\n");
        outcome.remarks().forEach(page::text);
    }

    private void row(Row row) {
        page.add("<tr><td>" + escape(row.series()) + "</td><td>" + escape(row.label()) + "</td>");
        number(printed(row));
        number(row.ours() == null ? "" : OutcomeReport.number(row.ours()));
        number(OutcomeReport.interval(row));
        number(row.samples() == 0 ? "" : String.format(Locale.ROOT, "%,d", row.samples()));
        page.add("<td class=\"" + tone(row.verdict()) + "\">" + row.verdict() + "</td><td class=\"wrap muted\">"
                + escape(row.note()) + "</td></tr>\n");
    }

    private void number(String text) {
        page.add("<td class=\"number\">" + escape(text) + "</td>");
    }

    private static String tone(Agreement verdict) {
        return switch (verdict) {
            case AGREES -> "good";
            case DIFFERS -> "bad";
            case OPEN -> "doubtful";
            case NONE -> "";
        };
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
}
