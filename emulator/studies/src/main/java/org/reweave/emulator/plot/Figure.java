package org.reweave.emulator.plot;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import org.reweave.emulator.table.Cell;
import org.reweave.emulator.table.Column;
import org.reweave.emulator.table.Table;

/**
 * Panels below each other under a heading, as one SVG that needs nothing else. The same figure is the same bytes on
 * every machine: sizes of texts are estimated, not measured with the fonts that the machine has.
 *
 * @param title of the figure
 * @param lines of smaller text below the title: source, sample, meaning of the marks
 */
public record Figure(String title, List<String> lines, List<Panel> panels) {
    private static final int MARGIN = 16;
    private static final int LINE = 18;
    private static final int TITLE = 30;
    /** Width of a character of the smaller text, generously. */
    private static final double CHARACTER = 6.6;
    /** The same for the title. */
    private static final double TITLE_CHARACTER = 9.6;

    public Figure {
        lines = List.copyOf(lines);
        panels = List.copyOf(panels);
    }

    public String svg() {
        int width = panels.stream().mapToInt(PanelDrawing::width).max().orElse(0);
        StringBuilder body = new StringBuilder();
        int y = MARGIN + LINE / 2 - TITLE;
        for (String part : wrapped(title, (int) (width / TITLE_CHARACTER))) {
            y += TITLE;
            text(body, y, 17, "#222", part);
        }
        y += TITLE - LINE;
        for (String line : lines) {
            for (String part : wrapped(line, (int) (width / CHARACTER))) {
                y += LINE;
                text(body, y, 12, "#555", part);
            }
        }
        y += LINE;
        for (int i = 0; i < panels.size(); i++) {
            body.append(PanelDrawing.svg(panels.get(i), i, MARGIN, y));
            y += PanelDrawing.height(panels.get(i)) + MARGIN;
        }
        return String.format(
                        Locale.ROOT,
                        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 %d %d\" width=\"%1$d\" height=\"%2$d\""
                                + " font-family=\"sans-serif\" role=\"img\" aria-label=\"%s\">\n<title>%3$s</title>\n<desc>%s</desc>\n<rect width=\"100%%\" height=\"100%%\" fill=\"#fff\"/>\n",
                        width + 2 * MARGIN,
                        y,
                        Cell.escape(title),
                        Cell.escape(description()))
                + body + "</svg>\n";
    }

    /** Lines and panels in words. */
    private String description() {
        List<String> words = new ArrayList<>(lines);
        for (Panel panel : panels) {
            String of = panel.series().stream().map(Panel.Series::name).collect(Collectors.joining(", "));
            words.add((panel.title().isEmpty() ? "" : panel.title() + ": ")
                    + panel.up().title() + " over " + panel.across().title() + (of.isEmpty() ? "" : " of " + of));
        }
        return String.join(". ", words);
    }

    /** A point in its place, for a table. */
    private record Placed(Panel panel, Panel.Series series, Panel.Point point) {}

    /** All points, a line each; where nothing was measured the value is empty. */
    public String csv() {
        List<Placed> rows = new ArrayList<>();
        for (Panel panel : panels) {
            for (Panel.Series series : panel.series()) {
                series.points().forEach(point -> rows.add(new Placed(panel, series, point)));
            }
        }
        return Table.of(
                        List.of(
                                Column.text("panel", row -> row.panel().title()),
                                Column.text("quantity", row -> row.panel().up().title()),
                                Column.text("series", row -> row.series().name()),
                                Column.text(
                                        "across", row -> row.panel().across().title()),
                                Column.number("x", row -> row.point().x()),
                                Column.number(
                                        "value",
                                        row -> row.point().isGap()
                                                ? null
                                                : row.point().y()),
                                Column.number("low", row -> row.point().low()),
                                Column.number("high", row -> row.point().high()),
                                Column.text(
                                        "mark", row -> row.point().mark().name().toLowerCase(Locale.ROOT))),
                        rows)
                .csv();
    }

    /** A text in lines of at most so many characters, broken between words where that is possible. */
    static List<String> wrapped(String text, int most) {
        List<String> parts = new ArrayList<>();
        String rest = text;
        while (rest.length() > most) {
            int space = rest.lastIndexOf(' ', most);
            int end = space > 0 ? space : most;
            parts.add(rest.substring(0, end));
            rest = rest.substring(end).stripLeading();
        }
        parts.add(rest);
        return parts;
    }

    /** @param character width of a character, in pixels */
    static int textWidth(String text, double character) {
        return (int) Math.ceil(text.length() * character);
    }

    private static void text(StringBuilder body, int y, int size, String colour, String content) {
        body.append(String.format(
                Locale.ROOT,
                "<text x=\"%d\" y=\"%d\" font-size=\"%d\" fill=\"%s\">%s</text>\n",
                MARGIN,
                y,
                size,
                colour,
                Cell.escape(content)));
    }
}
