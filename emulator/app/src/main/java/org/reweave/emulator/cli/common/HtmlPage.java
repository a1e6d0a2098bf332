package org.reweave.emulator.cli.common;

import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.Locale;
import org.reweave.emulator.plot.Figure;
import org.reweave.emulator.results.report.Report;
import org.reweave.emulator.table.Cell;

/**
 * A page of tables and drawings in the looks of a run's report. It needs only a browser; its policy allows no script
 * and nothing from elsewhere.
 */
public final class HtmlPage {
    private final StringBuilder head = new StringBuilder();
    private final StringBuilder contents = new StringBuilder();
    private final StringBuilder body = new StringBuilder();

    /**
     * @param title also the heading
     * @param description below it; may be empty
     * @param setup below that, in smaller letters
     */
    public HtmlPage(String title, String description, String setup) {
        head.append("<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n")
                .append("<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n")
                .append("<meta name=\"color-scheme\" content=\"light dark\">\n")
                .append("<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none';")
                .append(" style-src 'unsafe-inline'; form-action 'none'; base-uri 'none'\">\n")
                .append("<title>" + Cell.escape(title) + "</title>\n<style>\n")
                .append(Report.styleOfTables())
                .append("</style>\n</head>\n<body>\n<header>\n<div class=\"wide\">\n<h1>" + Cell.escape(title)
                        + "</h1>\n")
                .append(description.isEmpty() ? "" : "<p>" + Cell.escape(description) + "</p>\n")
                .append("<p class=\"muted\">" + Cell.escape(setup) + "</p>\n</div>\n</header>\n");
    }

    /**
     * Begins a new section: all content added from now on belongs to it.
     *
     * @param id that links lead to
     * @param entry in the line of contents; empty = none
     */
    public void section(String id, String entry, String heading) {
        if (!entry.isEmpty()) {
            contents.append("<a href=\"#" + Cell.escape(id) + "\">" + Cell.escape(entry) + "</a>\n");
        }
        body.append(body.isEmpty() ? "" : "</section>\n")
                .append("<section id=\"" + Cell.escape(id) + "\">\n<h2>" + Cell.escape(heading) + "</h2>\n");
    }

    /** Adds HTML to the section. */
    public void add(String html) {
        body.append(html);
    }

    /** Adds a paragraph to the section. */
    public void text(String paragraph) {
        body.append("<p>" + Cell.escape(paragraph) + "</p>\n");
    }

    /**
     * Adds a drawing to the section, with links that save the drawing and its numbers.
     *
     * @param name of the saved files
     */
    public void figure(String name, Figure figure) {
        drawing("scroll plot", name, figure.svg(), figure.csv());
    }

    /**
     * Adds a drawing to the section, with links that save the drawing and its numbers.
     *
     * @param name of the saved files
     * @param csv its numbers
     */
    public void drawing(String name, String svg, String csv) {
        drawing("scroll", name, svg, csv);
    }

    private void drawing(String style, String name, String svg, String csv) {
        body.append("<figure class=\"" + style + "\">" + svg + "</figure>\n<p class=\"saves\">")
                .append(save(name + ".svg", "image/svg+xml", svg))
                .append(' ')
                .append(save(name + ".csv", "text/csv", csv))
                .append("</p>\n");
    }

    /** A link that saves a text of the page itself: it needs no script and loads nothing. */
    private static String save(String file, String type, String text) {
        String bytes = Base64.getEncoder().encodeToString(text.getBytes(StandardCharsets.UTF_8));
        return "<a download=\"" + Cell.escape(file) + "\" href=\"data:" + type + ";base64," + bytes + "\">Save "
                + file.substring(file.lastIndexOf('.') + 1).toUpperCase(Locale.ROOT) + "</a>";
    }

    /** The whole page. */
    @Override
    public String toString() {
        return head + "<nav><div class=\"wide\">\n" + contents + "</div></nav>\n<main class=\"wide\">\n" + body
                + "</section>\n</main>\n</body>\n</html>\n";
    }
}
