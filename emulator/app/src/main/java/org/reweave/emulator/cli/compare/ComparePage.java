package org.reweave.emulator.cli.compare;

import static org.reweave.emulator.cli.common.HtmlPage.escape;

import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Function;
import org.reweave.emulator.cli.common.HtmlPage;
import org.reweave.emulator.cli.common.MeasureText;
import org.reweave.emulator.compare.Standing;
import org.reweave.emulator.governor.Outcome;
import org.reweave.emulator.measure.Measure;
import org.reweave.emulator.sweep.Estimate;

/** A comparison to look at: the courses of its runs, and a table for each combination of the varied keys. */
final class ComparePage {
    /** Measures that belong together, in the order of the table. */
    record Part(String title, List<Measure> measures) {
        private static Part of(String title, Set<Measure> range, Measure... others) {
            List<Measure> measures = new ArrayList<>(range);
            measures.addAll(List.of(others));
            return new Part(title, List.copyOf(measures));
        }
    }

    static final List<Part> PARTS = List.of(
            Part.of("The change", EnumSet.range(Measure.DETECTION, Measure.PAST_TRAFFIC), Measure.TOKENS),
            Part.of("Losses", EnumSet.range(Measure.DROPS_BEFORE, Measure.REVISITING)),
            Part.of("Traffic", EnumSet.range(Measure.LATENCY_BEFORE, Measure.ACCEPTED), Measure.FAIRNESS),
            Part.of("Control and transport", EnumSet.range(Measure.SMPS, Measure.GIVEN_UP)));

    private final HtmlPage page;

    private ComparePage(HtmlPage page) {
        this.page = page;
    }

    /**
     * @param contenders in each group of the standings
     * @param notes on the runs as a whole
     * @param svg courses of the runs
     */
    static String of(
            String name,
            String description,
            String setup,
            int contenders,
            List<Standing> standings,
            List<String> notes,
            String svg) {
        ComparePage made = new ComparePage(new HtmlPage(name, description, setup));
        made.page.section("course", "Course", "Course of load and latency");
        notes.forEach(note -> made.page.add("<p class=\"note\">" + escape(note) + "</p>\n"));
        made.page.figure(svg);
        for (int first = 0; first < standings.size(); first += contenders) {
            made.group(first / contenders + 1, standings.subList(first, first + contenders));
        }
        made.meanings();
        return made.page.toString();
    }

    private void group(int number, List<Standing> own) {
        String label = own.get(0).group();
        page.section(
                "group-" + number,
                label.isEmpty() ? "Schemes" : label,
                label.isEmpty() ? "Schemes" : "Schemes, " + label);
        page.add("<div class=\"scroll\">\n<table>\n<tr><th></th>");
        own.forEach(one -> page.add("<th class=\"number\">" + escape(one.contender()) + "</th>"));
        page.add("</tr>\n");
        row(
                "runs",
                "",
                own,
                one -> "<td class=\"number" + (isAllDone(one) ? "" : " doubtful") + "\">"
                        + escape(CompareReport.outcomes(one)) + "</td>");
        for (Part part : PARTS) {
            part(part, own);
        }
        page.add("</table>\n</div>\n");
        if (own.size() > 1) {
            page.text("Below each value: its difference from " + own.get(0).contender()
                    + ", seed by seed. Bold: the 95% interval excludes 0. A bar is as long as the value is large beside the"
                    + " largest of its row.");
        }
    }

    private static boolean isAllDone(Standing standing) {
        return standing.outcomes().keySet().equals(Set.of(Outcome.COMPLETED.label()));
    }

    private void part(Part part, List<Standing> own) {
        List<Measure> measures = part.measures().stream()
                .filter(measure -> own.stream().anyMatch(one -> one.values().containsKey(measure)))
                .toList();
        if (measures.isEmpty()) {
            return;
        }
        page.add("<tr class=\"part\"><th colspan=\"" + (own.size() + 1) + "\">" + part.title() + "</th></tr>\n");
        for (Measure measure : measures) {
            double largest = own.stream()
                    .map(one -> one.values().get(measure))
                    .mapToDouble(value -> value == null ? 0 : value.mean())
                    .max()
                    .orElse(0);
            row(
                    MeasureText.title(measure).replace(", us", ", µs"),
                    measure.meaning(),
                    own,
                    one -> cell(measure, one, largest));
        }
        if (part.measures().contains(Measure.DROPS_BEFORE)) {
            causes("before", own, Standing::dropsBefore);
            causes("after", own, Standing::dropsAfter);
        }
    }

    private static String cell(Measure measure, Standing standing, double largest) {
        Estimate value = standing.values().get(measure);
        if (value == null) {
            return "<td class=\"number muted\">-</td>";
        }
        Estimate difference = standing.differences().get(measure);
        return "<td class=\"number bar\" " + HtmlPage.share(value.mean(), largest) + ">" + text(measure, value)
                + (difference == null ? "" : "<small>" + difference(measure, difference) + "</small>") + "</td>";
    }

    private static String difference(Measure measure, Estimate difference) {
        boolean isSure = difference.halfWidth() != null && !difference.contains(0);
        String text = (difference.mean() > 0 ? "+" : "") + text(measure, difference);
        return isSure ? "<b>" + text + "</b>" : text;
    }

    private static String text(Measure measure, Estimate estimate) {
        return escape(MeasureText.of(measure, estimate).replace("+-", "±"));
    }

    private void causes(String when, List<Standing> own, Function<Standing, Map<String, Double>> drops) {
        Set<String> causes = new TreeSet<>();
        own.forEach(one -> causes.addAll(drops.apply(one).keySet()));
        for (String cause : causes) {
            double largest = own.stream()
                    .mapToDouble(one -> drops.apply(one).getOrDefault(cause, 0.0))
                    .max()
                    .orElse(0);
            row("drops " + when + ": " + cause, "packets lost, by cause", own, one -> {
                double mean = drops.apply(one).getOrDefault(cause, 0.0);
                return "<td class=\"number bar\" " + HtmlPage.share(mean, largest) + ">"
                        + String.format(Locale.ROOT, "%.1f", mean) + "</td>";
            });
        }
    }

    private void row(String title, String meaning, List<Standing> own, Function<Standing, String> cell) {
        page.add("<tr><td title=\"" + escape(meaning) + "\">" + escape(title) + "</td>");
        own.forEach(one -> page.add(cell.apply(one)));
        page.add("</tr>\n");
    }

    private void meanings() {
        page.section("measures", "Measures", "What is measured");
        page.add("<dl>\n");
        for (Measure measure : Measure.values()) {
            page.add("<div><dt>" + escape(measure.title()) + "</dt><dd>" + escape(measure.meaning()) + "</dd></div>\n");
        }
        page.add("</dl>\n");
    }
}
