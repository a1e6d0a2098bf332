package org.reweave.emulator.cli.reproduce;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;
import org.reweave.emulator.cli.common.HtmlPage;
import org.reweave.emulator.reproduce.OutcomePlot;
import org.reweave.emulator.reproduce.ReproductionOutcome;
import org.reweave.emulator.reproduce.Settings;
import org.reweave.emulator.table.Cell;

/** All outcomes on one page, beside the papers' values, below a table of what agrees. */
final class ReproductionPage {
    private ReproductionPage() {}

    static String of(List<ReproductionOutcome> outcomes, Settings settings) {
        HtmlPage page = new HtmlPage(
                "The papers' tables and figures",
                "A value agrees when it is the printed one, or when its interval holds it within the margin that the printed value"
                        + " has; it is open when there are too few samples to say.",
                "effort " + settings.effort().name().toLowerCase(Locale.ROOT) + ", seed " + settings.seed());
        Map<String, List<ReproductionOutcome>> papers = outcomes.stream()
                .collect(Collectors.groupingBy(ReproductionPage::paper, LinkedHashMap::new, Collectors.toList()));
        page.section("agreement", "What agrees", "What agrees");
        page.add(OutcomeTables.agreement(papers).html());
        papers.forEach((paper, own) -> {
            for (int i = 0; i < own.size(); i++) {
                outcome(own.get(i), i == 0 ? paper : "", page);
            }
        });
        return page.toString();
    }

    /** The first word of its source. */
    private static String paper(ReproductionOutcome outcome) {
        return outcome.source().split(" ", 2)[0];
    }

    /** @param entry in the line of contents; empty = none */
    private static void outcome(ReproductionOutcome outcome, String entry, HtmlPage page) {
        page.section(outcome.name(), entry, outcome.name() + ": " + outcome.title());
        page.add("<p class=\"muted\">" + Cell.escape(OutcomeReport.source(outcome)) + "</p>\n");
        if (outcome.plotted()) {
            page.figure(outcome.name(), OutcomePlot.of(outcome));
        }
        page.add(OutcomeTables.rows(outcome).html());
        outcome.remarks().forEach(page::text);
    }
}
