package org.reweave.emulator.cli.compare;

import java.util.List;
import org.reweave.emulator.cli.common.HtmlPage;
import org.reweave.emulator.compare.Standing;
import org.reweave.emulator.measure.Measure;
import org.reweave.emulator.plot.Figure;
import org.reweave.emulator.table.Cell;

/** A comparison to look at: the courses of its runs, and a table for each combination of the varied keys. */
final class ComparePage {
    private ComparePage() {}

    /**
     * @param groups standings by combination of the varied keys
     * @param chosen measures that tables show; empty = all
     * @param notes on the runs as a whole
     * @param figure courses of the runs
     */
    static String of(
            String name,
            String description,
            String setup,
            List<List<Standing>> groups,
            List<Measure> chosen,
            List<String> notes,
            Figure figure) {
        HtmlPage page = new HtmlPage(name, description, setup);
        page.section("course", "Course", "Course of load and latency");
        notes.forEach(note -> page.add("<p class=\"note\">" + Cell.escape(note) + "</p>\n"));
        page.figure("compare", figure);
        for (int i = 0; i < groups.size(); i++) {
            group(i + 1, groups.get(i), chosen, page);
        }
        page.section("measures", "Measures", "What is measured");
        page.add("<dl>\n");
        for (Measure measure : Measure.values()) {
            page.add("<div><dt>" + Cell.escape(measure.title()) + "</dt><dd>" + Cell.escape(measure.meaning())
                    + "</dd></div>\n");
        }
        page.add("</dl>\n");
        return page.toString();
    }

    private static void group(int number, List<Standing> own, List<Measure> chosen, HtmlPage page) {
        String label = own.get(0).group();
        page.section(
                "group-" + number,
                label.isEmpty() ? "Schemes" : label,
                label.isEmpty() ? "Schemes" : "Schemes, " + label);
        page.add(CompareTables.values(own, chosen).html());
        if (own.size() > 1) {
            page.text("Below each value: its difference from " + own.get(0).contender()
                    + ", seed by seed. Bold: the 95% interval excludes 0. A bar is as long as the value is large beside the"
                    + " largest of its row.");
        }
    }
}
